# ruff: noqa: T201 - its output is read by the test
"""Run by the test of the network: `python watched_child.py DATA_DIR HISTORY`.

Runs the commands of a first evening one after the other, with every connection and every name look-up
beyond this machine refused; says which there were, and ends with 9 if there was one.
"""

import io
import sys
from ipaddress import ip_address

REACHED: list[str] = []


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook: refuses whatever names another machine."""
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) else "localhost"
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        host = arguments[0]
    else:
        return
    if not is_here(str(host)):
        REACHED.append(f"{event} {host}")
        raise PermissionError(f"{event} {host}")


def is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host in ("localhost", "None", "")


def main(data_dir: str, history: str) -> int:
    from daybook.interfaces.cli.program import run

    sys.addaudithook(refuse)
    commands = (["demo"], ["import", history], ["ask", "Where did I park?"], ["chat"], ["doctor"])
    for command in commands:
        sys.stdin = io.StringIO("I keep bees.\nWhat do I keep?\n")
        code = run([*command, "--data-dir", data_dir])
        print(f"{command[0]} ended with {code}", file=sys.stderr)
        if code:
            return code
    print("reached:", *REACHED, file=sys.stderr)
    return 9 if REACHED else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
