-- Which change of which PC was the last one of each part of a draft: JSON, part: [PC, number]. A part is a line or a field.
-- One that is not named stands as the draft began with it. So two PCs that both changed a draft can be merged by line
-- (rescue/merge-draft.ts). A line keeps its item as the copies had it at the last save: that is no change of the line.
ALTER TABLE draft ADD COLUMN parts TEXT NOT NULL DEFAULT '{}';

DROP TRIGGER draft_changed;
CREATE TRIGGER draft_changed AFTER UPDATE ON draft WHEN NEW.versions = OLD.versions BEGIN
	UPDATE saved SET number = number + 1;
	UPDATE draft SET versions = (
		SELECT json_set(NEW.versions, '$.' || value, coalesce(NEW.versions -> ('$.' || value), 0) + 1)
		FROM setting WHERE name = 'pc')
	WHERE draft_id = NEW.draft_id;
	UPDATE draft SET parts = (
		SELECT json_group_object(now.part, json(iif(now.says IS was.says, known.value,
			(SELECT json_array(pc.value ->> '$', draft.versions -> ('$.' || pc.value)) FROM setting AS pc WHERE pc.name = 'pc')))) FILTER (WHERE now.says IS NOT was.says OR known.value IS NOT NULL)
		FROM (
			SELECT key AS part, value AS says FROM json_each(NEW.body) WHERE key <> 'lines'
			UNION ALL
			SELECT 'lines.' || coalesce(value ->> 'lineId', key), json_replace(value, '$.item', value ->> '$.item.itemId')
			FROM json_each(NEW.body, '$.lines') WHERE type = 'object'
		) AS now
		LEFT JOIN (
			SELECT key AS part, value AS says FROM json_each(OLD.body) WHERE key <> 'lines'
			UNION ALL
			SELECT 'lines.' || coalesce(value ->> 'lineId', key), json_replace(value, '$.item', value ->> '$.item.itemId')
			FROM json_each(OLD.body, '$.lines') WHERE type = 'object'
		) AS was USING (part)
		LEFT JOIN json_each(OLD.parts) AS known ON known.key = now.part
	)
	WHERE draft_id = NEW.draft_id AND NEW.body <> OLD.body
		AND json_valid(NEW.body) AND json_valid(OLD.body) AND json_valid(OLD.parts);
END;
