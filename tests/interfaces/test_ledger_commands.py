"""The ledger's commands: what is known is shown, corrected, confirmed, taken back, and kept to rules."""

from tests.interfaces.daybook_command import FIRST, SECOND, Command
from tests.interfaces.ledger_facts import BERLIN, MUNICH, PARROT


def statuses(known: Command, *more: str) -> dict[str, str]:
    return {record["value"]: record["status"] for record in known("ledger", "--json", *more).json["records"]}


def last_event(known: Command) -> str:
    *_, last = known("ledger", "--events", "--json").json["events"]
    return str(last["event_id"])


def test_the_ledger_tells_every_fact_with_its_evidence(known: Command) -> None:
    berlin, munich, parrot = known("ledger", "--json").json["records"]

    assert (berlin["record_id"], berlin["slot"], berlin["polarity"]) == (BERLIN, "identity.residence", "+")
    assert (berlin["subject"], berlin["attribute"]) == ("me", "residence")
    assert (berlin["said_at"], munich["said_at"]) == (FIRST, SECOND)
    assert (berlin["status"], berlin["superseded_by"], berlin["superseded_at"]) == (
        "superseded",
        MUNICH,
        SECOND,
    )
    assert (munich["status"], munich["superseded_by"], munich["supersedes"]) == ("active", None, [BERLIN])
    assert [support["quote"] for support in munich["support"]] == ["My sister"]
    assert (parrot["status"], parrot["confidence"]) == ("quarantined", 0.4)
    lines = known("ledger").out.splitlines()
    assert [line.split("\t")[1] for line in lines] == ["Berlin", "Munich", "parrot"]


def test_show_has_all_about_a_record(known: Command) -> None:
    shown = known("show", MUNICH).out

    assert shown.startswith("identity.residence\tMunich\tactive\t")
    assert "My sister" in shown
    assert known("show", MUNICH, "--json").json["value"] == "Munich"


def test_a_correction_takes_the_records_place_and_rests_on_what_was_typed(known: Command) -> None:
    done = known("correct", MUNICH, "Aarhus", "--json").json

    corrected = {"Berlin": "superseded", "Munich": "deleted", "Aarhus": "active"}
    assert statuses(known, "--slot", "identity") == corrected
    (aarhus,) = (change["after"] for change in done["changes"] if change["before"] is None)
    (support,) = aarhus["support"]
    assert support["quote"] == "Aarhus"
    assert known("show", support["round_id"], "--json").json["rounds"][0]["user"] == "Aarhus"


def test_an_undone_correction_leaves_nothing_and_comes_back_where_the_undoing_is_undone(
    known: Command,
) -> None:
    before = known("sessions").out
    known("correct", MUNICH, "Aarhus")
    known("undo")

    assert statuses(known, "--slot", "identity") == {"Berlin": "superseded", "Munich": "active"}
    assert known("sessions").out == before
    assert "Aarhus" not in known("search", "Aarhus").out
    assert "Aarhus" not in known("ask", "Aarhus?").out

    known("undo", last_event(known))

    assert statuses(known, "--slot", "identity")["Aarhus"] == "active"


def test_a_dry_run_shows_the_same_and_writes_nothing(known: Command) -> None:
    def everything() -> list[str]:
        return [known(*shown).out for shown in (["ledger", "--json"], ["sessions"], ["ledger", "--events"])]

    before = everything()

    tried = known("correct", MUNICH, "Aarhus", "--dry-run", "--json").json
    known("confirm", PARROT, "--dry-run")
    known("undo", "--dry-run")

    assert (tried["dry"], tried["events"]) == (True, [])
    assert {change["after"]["value"] for change in tried["changes"]} == {"Munich", "Aarhus"}
    assert everything() == before


def test_what_waits_counts_once_confirmed_and_not_once_denied(known: Command) -> None:
    known("confirm", PARROT)
    assert statuses(known)["parrot"] == "active"

    known("confirm", PARROT, "--wrong")
    assert statuses(known)["parrot"] == "deleted"


def test_undo_takes_back_what_the_last_message_or_action_caused_and_can_be_undone(known: Command) -> None:
    known("confirm", PARROT)
    known("undo")
    assert statuses(known) == {"Berlin": "superseded", "Munich": "active", "parrot": "quarantined"}
    known("undo")
    assert statuses(known) == {"Berlin": "active"}

    known("undo", last_event(known))

    assert statuses(known) == {"Berlin": "superseded", "Munich": "active"}


def test_a_policy_is_kept_and_a_rule_for_no_slot_is_refused(known: Command) -> None:
    assert known("policy", "--json").json["slots"]["health.condition"] is False

    changed = known("policy", "--deny", "preference", "--allow", "health.condition", "--json").json

    assert changed["slots"]["preference.food"] is False
    assert changed["slots"]["health.condition"] is True
    assert known("policy", "--json").json == changed
    assert known("policy", "--deny", "preference.foood").code == 2
    assert known("policy", "--default", "preference", "--json").json["slots"]["preference.food"] is True


def test_what_is_not_there_is_one_line_on_standard_error(known: Command) -> None:
    for command in (("correct", "m0", "x"), ("confirm", "m0"), ("show", "m0"), ("undo", "999")):
        ran = known(*command)
        assert (ran.code, ran.out) == (2, "")
        assert command[1] in ran.err

    ran = known("ledger", "--owner", "nobody")
    assert (ran.code, ran.out) == (0, "")
    assert "nobody" in ran.err
