-- What each version added, as the Daybook of that time made it. {key} is the type of a number that counts up,
-- {moment}, {bytes} and {json} those of the database.
-- 0001
CREATE TABLE owners (owner_pk {key} PRIMARY KEY, owner TEXT NOT NULL UNIQUE, fingerprint VARCHAR(200) NOT NULL,
    layout VARCHAR(20) NOT NULL, generation INTEGER NOT NULL);
CREATE TABLE sessions (session_pk {key} PRIMARY KEY, owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    session_id TEXT NOT NULL, occurrence INTEGER NOT NULL, started_at {moment} NOT NULL,
    UNIQUE (owner_pk, session_id, occurrence));
CREATE TABLE rounds (round_id VARCHAR(40) NOT NULL PRIMARY KEY,
    session_pk INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE, position INTEGER NOT NULL,
    said_at {moment} NOT NULL, vectors INTEGER);
CREATE INDEX ix_rounds_session_pk ON rounds (session_pk);
CREATE TABLE turns (round_id VARCHAR(40) NOT NULL REFERENCES rounds ON DELETE CASCADE, role VARCHAR(20) NOT NULL,
    content TEXT NOT NULL, said_at {moment}, speaker TEXT, sources {json}, PRIMARY KEY (round_id, role));
CREATE TABLE tombstones (token VARCHAR(64) NOT NULL PRIMARY KEY);
CREATE TABLE meta (name VARCHAR(60) NOT NULL PRIMARY KEY, value TEXT NOT NULL);
-- 0002
CREATE TABLE pins (pin_pk {key} PRIMARY KEY, owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    question TEXT NOT NULL, asked_at {moment} NOT NULL, setup {json} NOT NULL);
CREATE INDEX ix_pins_owner_pk ON pins (owner_pk);
CREATE TABLE pin_rounds (pin_pk INTEGER NOT NULL REFERENCES pins ON DELETE CASCADE, round_id VARCHAR(40) NOT NULL,
    place INTEGER NOT NULL, rank INTEGER, PRIMARY KEY (pin_pk, round_id));
-- 0003
CREATE TABLE ledger_events (ledger_event_pk {key} PRIMARY KEY,
    owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE, posted_at {moment} NOT NULL, draft TEXT NOT NULL);
CREATE TABLE ledger_exports (ledger_export_pk {key} PRIMARY KEY,
    owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE, path TEXT NOT NULL, written_at {moment} NOT NULL);
CREATE INDEX ix_ledger_events_owner_pk ON ledger_events (owner_pk);
CREATE INDEX ix_ledger_exports_owner_pk ON ledger_exports (owner_pk);
ALTER TABLE owners ADD COLUMN policy TEXT;
ALTER TABLE rounds ADD COLUMN posted BOOLEAN DEFAULT {false} NOT NULL;
-- 0004
ALTER TABLE rounds ADD COLUMN owner_pk INTEGER REFERENCES owners ON DELETE CASCADE;
UPDATE rounds SET owner_pk = (SELECT owner_pk FROM sessions WHERE sessions.session_pk = rounds.session_pk);
ALTER TABLE turns ADD COLUMN owner_pk INTEGER REFERENCES owners ON DELETE CASCADE;
UPDATE turns SET owner_pk = (SELECT owner_pk FROM rounds WHERE rounds.round_id = turns.round_id);
ALTER TABLE pin_rounds ADD COLUMN owner_pk INTEGER REFERENCES owners ON DELETE CASCADE;
CREATE INDEX ix_rounds_owner ON rounds (owner_pk, said_at);
ALTER TABLE owners ADD COLUMN ledger_rewrites INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE sessions ADD COLUMN checksum BIGINT;
ALTER TABLE rounds ADD COLUMN checksum BIGINT;
ALTER TABLE ledger_events ADD COLUMN checksum BIGINT;
CREATE TABLE indexes (index_pk {key} PRIMARY KEY, owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    fingerprint VARCHAR(200) NOT NULL, layout VARCHAR(20) NOT NULL, built BOOLEAN NOT NULL, revision INTEGER NOT NULL,
    collection VARCHAR(40));
CREATE INDEX ix_indexes_owner_pk ON indexes (owner_pk);
CREATE TABLE index_rows (row_pk {key} PRIMARY KEY {counting}, owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    index_pk INTEGER NOT NULL REFERENCES indexes ON DELETE CASCADE,
    round_id VARCHAR(40) NOT NULL REFERENCES rounds ON DELETE CASCADE, keys INTEGER NOT NULL, spans {bytes} NOT NULL,
    words {bytes} NOT NULL, speakers TEXT, checksum BIGINT NOT NULL, vectors {bytes} NOT NULL,
    UNIQUE (round_id, index_pk));
CREATE INDEX ix_index_rows_index ON index_rows (index_pk, row_pk);
CREATE TABLE to_index (place {key} PRIMARY KEY, owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    index_pk INTEGER NOT NULL REFERENCES indexes ON DELETE CASCADE,
    round_id VARCHAR(40) NOT NULL REFERENCES rounds ON DELETE CASCADE, UNIQUE (round_id, index_pk));
CREATE INDEX ix_to_index_index ON to_index (index_pk, place);
CREATE TABLE text_vectors (owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    fingerprint VARCHAR(200) NOT NULL, token VARCHAR(64) NOT NULL, vector {bytes} NOT NULL,
    PRIMARY KEY (owner_pk, fingerprint, token));
ALTER TABLE rounds DROP COLUMN vectors;
ALTER TABLE owners DROP COLUMN fingerprint;
ALTER TABLE owners DROP COLUMN layout;
ALTER TABLE owners DROP COLUMN generation;
-- 0006
ALTER TABLE rounds ADD COLUMN by_model VARCHAR(10);
ALTER TABLE rounds ADD COLUMN model_failures INTEGER DEFAULT '0' NOT NULL;
CREATE INDEX ix_rounds_wanted ON rounds (owner_pk) WHERE by_model = 'wanted';
-- 0007
ALTER TABLE rounds ADD COLUMN held_back VARCHAR(200);
-- 0008
CREATE TABLE access_tokens (token_pk {key} PRIMARY KEY, digest VARCHAR(64) NOT NULL, owner TEXT,
    label TEXT NOT NULL, created_at {moment} NOT NULL, expires_at {moment}, UNIQUE (digest));
-- 0009
CREATE TABLE items (item_pk {key} PRIMARY KEY {counting}, owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    namespace TEXT NOT NULL, "key" TEXT NOT NULL, value TEXT NOT NULL, fields TEXT, created_at {moment} NOT NULL,
    updated_at {moment} NOT NULL, ttl FLOAT, expires_at {moment}, checksum BIGINT NOT NULL,
    UNIQUE (owner_pk, namespace, "key"));
CREATE INDEX ix_items_expiring ON items (owner_pk, expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE item_vectors (row_pk {key} PRIMARY KEY {counting}, owner_pk INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    item_pk INTEGER NOT NULL REFERENCES items ON DELETE CASCADE, fingerprint VARCHAR(200) NOT NULL,
    keys INTEGER NOT NULL, words {bytes} NOT NULL, vectors {bytes} NOT NULL, checksum BIGINT NOT NULL,
    UNIQUE (item_pk, fingerprint));
CREATE INDEX ix_item_vectors_owner ON item_vectors (owner_pk, fingerprint, row_pk);
-- 0010
ALTER TABLE sessions ADD COLUMN title TEXT;
