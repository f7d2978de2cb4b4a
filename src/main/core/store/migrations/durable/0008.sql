-- Why a step moved on, in codes: the screens have the words of each language for them (src/shared/bridge/outbox-history.ts).
-- Beside them `why` holds only what the service or the network said, word for word. What was written before there were
-- codes has the empty code, and its whole sentence in `why`.
ALTER TABLE action_event ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE action_event ADD COLUMN args TEXT NOT NULL DEFAULT '{}';
