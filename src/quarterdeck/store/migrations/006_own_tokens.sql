-- Pages have a key and no token: only a token that there is must be nobody else's.
DROP INDEX devices_token;
CREATE UNIQUE INDEX devices_token ON devices (token_hash) WHERE token_hash != '';
