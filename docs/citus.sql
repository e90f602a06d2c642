-- Lays the tables of a shard (decisions/0079) over a cluster of Citus: the record of each match on one of its machines.
--
-- Nobody has run this on Citus: it could not be installed where we work. tests/app/store/test_citus.py runs it on Postgres,
-- with stand-ins for the two functions of Citus, and holds what comes of it against what Citus's documentation says it
-- takes. It also says which statements of the program Citus would not take as they are: the one that stores moves
-- first of all. So this is half of the way; do not send matches there yet.
--
-- When: on the coordinator, once, in an empty database that a server has made a shard of (GREATWAR_SHARDS), before any
-- match lies there. As whoever owns the tables:  psql greatwar_c --single-transaction --file docs/citus.sql
-- A later migration that adds a key or a reference to one of these tables has to be looked at again.

\set ON_ERROR_STOP on

CREATE EXTENSION IF NOT EXISTS citus;

-- 1. In a shard the tables of the lobby, of chat and of accounts are empty and stay so. They refer to matches, and a
--    table of the coordinator may not refer to one that is spread.
DO $$
DECLARE
    held record;
BEGIN
    FOR held IN
        SELECT conrelid::regclass AS holder, conname AS name FROM pg_constraint
        WHERE contype = 'f' AND confrelid = 'match'::regclass AND conrelid <> ALL (ARRAY[
            'event', 'receipt', 'snapshot', 'event_pool', 'program_choice', 'notice'
        ]::regclass[])
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', held.holder, held.name);
    END LOOP;
END
$$;

-- 2. What must be unique has to name the match, or no machine could tell. A shard has neither rematches (a match's row
--    is bare there) nor deliveries; a notice waits there by its match, seat, kind and key, which are unique already.
ALTER TABLE match DROP CONSTRAINT uq_match_rematch_of;
ALTER TABLE delivery DROP CONSTRAINT fk_delivery_notice_notice;
ALTER TABLE notice DROP CONSTRAINT pk_notice;

-- 3. Numbers of leases stand beside every statement that needs them: on each machine.
SELECT create_reference_table('lease');

-- 4. Matches, and with each all that is its own.
SELECT create_distributed_table('match', 'id', colocate_with => 'none');
SELECT create_distributed_table('event', 'match', colocate_with => 'match');
SELECT create_distributed_table('receipt', 'match', colocate_with => 'match');
SELECT create_distributed_table('snapshot', 'match', colocate_with => 'match');
SELECT create_distributed_table('event_pool', 'match', colocate_with => 'match');
SELECT create_distributed_table('program_choice', 'match', colocate_with => 'match');
SELECT create_distributed_table('notice', 'match', colocate_with => 'match');
