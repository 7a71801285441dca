-- Who told of an ask, and what it is about: one shape for each, instead of fields that most leave empty.
UPDATE asks SET data = tagged_ask(data);
