-- What is live of a lane is found among its few actions, and lanes with something live by where they stand: one index less
-- to write for each action that is saved, and for each that ends.
DROP INDEX action_live;
