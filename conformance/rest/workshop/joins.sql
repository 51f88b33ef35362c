-- Shapes for embeds, spreads, aggregates, JSON, logic and tokens.
create table workshop.plants (id int primary key, name text);
create table workshop.halls (code text primary key, size int, plant_id int references workshop.plants);
create table workshop.job_kinds (id int primary key, name text);
create table workshop.jobs (
  id       int primary key,
  name     text,
  plant_id int references workshop.plants,
  kind_id  int references workshop.job_kinds
);
create table workshop.job_costs (job_id int primary key references workshop.jobs, cost numeric);
create table workshop.bosses (id int primary key, name text);
create table workshop.bosses_jobs (
  job_id  int references workshop.jobs,
  boss_id int references workshop.bosses,
  primary key (job_id, boss_id)
);
create table workshop.mates (id int primary key, name text);
create table workshop.mates_jobs (
  job_id  int references workshop.jobs,
  mate_id int references workshop.mates,
  primary key (job_id, mate_id)
);
create table workshop.budgets (id int primary key, owner text, amount numeric);
create table workshop.expenses (id int primary key, spent numeric, budget_id int references workshop.budgets);
create table workshop.bills (id int primary key, total int, piece_id int references workshop.pieces);
insert into workshop.plants values (1, 'Plant A'), (2, 'Plant B'), (3, 'Plant C'), (4, 'Plant D');
insert into workshop.halls values ('A1', 150, 1), ('A2', 200, 1), ('B1', 50, 2), ('B2', 120, 2), ('C1', 240, 3), ('D1', 310, 4);
insert into workshop.job_kinds values (1, 'Batch'), (2, 'Mass');
insert into workshop.jobs values
  (1, 'Job A1', 1, 1), (2, 'Job A2', 1, 2), (3, 'Job B1', 2, 1), (4, 'Job B2', 2, 1),
  (5, 'Job C1', 3, 2), (6, 'Job C2', 3, 2), (7, 'Job XX', 3, 2), (8, 'Job YY', 3, 2);
insert into workshop.job_costs values (1, 150.00), (2, 200.00), (3, 180.00), (4, 70.00), (5, 40.00), (6, 70.00), (7, 40.00);
insert into workshop.bosses values (1, 'Mary'), (2, 'John'), (3, 'Peter'), (4, 'Sarah'), (5, 'Jane');
insert into workshop.bosses_jobs values (1, 1), (2, 2), (3, 3), (3, 4), (4, 1), (4, 2), (5, 3), (6, 3);
insert into workshop.mates values (1, 'Anne'), (2, 'Louis'), (3, 'Jeff'), (4, 'Liz');
insert into workshop.mates_jobs values (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 3), (4, 1), (4, 3), (5, 3), (6, 3);
insert into workshop.budgets values (1, 'Brian', 2000.42), (2, 'Jane', 7000.41), (3, 'Sally', 500.23), (4, 'Jane', 2000.12), (5, 'Dana', 500.33);
insert into workshop.expenses values (1, 600.52, 1), (2, 100.22, 2), (3, 900.27, 3);
insert into workshop.bills values (1, 100, 1), (2, 200, 1), (3, 500, 2), (4, 700, 2), (5, 1200, 3), (6, 2000, 3), (7, 100, 4), (8, 4000, 4);

-- One to one, with JSON.
create table workshop.crates (id int primary key);
create table workshop.crate_notes (id int primary key references workshop.crates, doc jsonb);
insert into workshop.crates values (1), (2), (3);
insert into workshop.crate_notes values (1, '{"key": 10}'), (2, '{"key": 6}'), (3, '{"key": 8}');

-- Several one-to-many relations of one table.
create table workshop.callers (id int primary key, name text);
create table workshop.caller_notes (id int primary key, caller_id int references workshop.callers, other text);
create table workshop.contacts (id int primary key, name text, caller_id int references workshop.callers);
insert into workshop.callers values (1, 'North'), (2, 'South'), (3, 'West');
insert into workshop.caller_notes values (1, 1, '1 Main St'), (2, 2, '4 Long St'), (3, 3, '7 Palm Ln');
insert into workshop.contacts values (1, 'Wally', 1), (2, 'Wilma', 1), (3, 'Tabby', 2), (4, 'Bob', 3), (5, 'Bill', 3);
create table workshop.null_names (id int primary key, name text);
create table workshop.of_null_names (id int primary key, name text, null_name_id int references workshop.null_names);
insert into workshop.null_names values (1, 'Not null'), (2, null);
insert into workshop.of_null_names values (1, 'Test 1', 1), (2, 'Test 2', 2), (3, 'Test 3', null);
create table workshop.state (id int primary key);
create table workshop.cups (id int primary key, state int references workshop.state);
insert into workshop.state values (1);
insert into workshop.cups values (1, 1);

-- Goods of sellers in unions, through two junctions.
create table workshop.goods (id int primary key);
create table workshop.sellers (id int primary key);
create table workshop.unions (id int primary key);
create table workshop.goods_sellers (
  good_id   int references workshop.goods,
  seller_id int references workshop.sellers,
  primary key (good_id, seller_id)
);
create table workshop.sellers_unions (
  seller_id int references workshop.sellers,
  union_id  int references workshop.unions,
  primary key (seller_id, union_id)
);
insert into workshop.goods values (1), (2), (3);
insert into workshop.sellers values (1), (2), (3);
insert into workshop.unions values (1), (2), (3), (4);
insert into workshop.goods_sellers values (1, 1), (1, 2), (2, 1), (2, 3);
insert into workshop.sellers_unions values (1, 1), (1, 2), (2, 3), (2, 4);

-- Several relations between the same two tables.
create table workshop.plans (plan_id int primary key, name text);
create table workshop.yards (
  yard_id      int primary key,
  name         text,
  main_plan_id int constraint main_plan references workshop.plans
);
create table workshop.works (
  yard_id int references workshop.yards,
  plan_id int references workshop.plans,
  is_main boolean,
  primary key (yard_id, plan_id)
);
create view workshop.main_works as select yard_id, plan_id from workshop.works where is_main;
insert into workshop.plans values (1, 'plan 1'), (2, 'plan 2');
insert into workshop.yards values (1, 'yard 1', 1), (2, 'yard 2', null);
insert into workshop.works values (1, 1, true), (2, 1, false), (2, 2, false);
create table workshop.agents (id int primary key, name text, department_id int);
create table workshop.departments (id int primary key, name text, head_id int references workshop.agents);
alter table workshop.agents add foreign key (department_id) references workshop.departments;
create table workshop.one_ends (id int primary key);
create table workshop.other_ends (id int primary key);
create table workshop.end_links (
  one_id_1   int references workshop.one_ends,
  one_id_2   int references workshop.one_ends,
  other_id_1 int references workshop.other_ends,
  other_id_2 int references workshop.other_ends,
  primary key (one_id_1, one_id_2, other_id_1, other_id_2)
);
create table workshop.folk (id int primary key, name text);
create table workshop.follows (
  follower int references workshop.folk,
  followed int references workshop.folk,
  primary key (follower, followed)
);
insert into workshop.folk values (1, 'Mia'), (2, 'Ed'), (3, 'Bo'), (4, 'Jo');
insert into workshop.follows values (3, 1), (4, 1), (1, 2);
create table workshop.seconds (id int primary key);
create table workshop.firsts (
  id          int primary key,
  second_id_1 int unique references workshop.seconds,
  second_id_2 int unique references workshop.seconds
);
create table backroom.twos (a int, b int, primary key (a, b));
create table backroom.of_twos (id int primary key, two_a int, two_b int, foreign key (two_a, two_b) references backroom.twos);
create view workshop.twos_view as select a, b from backroom.twos;
create view workshop.of_twos_view as
  select two_a as a1, two_b as b1, two_a as a2, two_b as b2 from backroom.of_twos;
create table backroom.ones (id int primary key);
create table backroom.of_ones (id int primary key, one_id int references backroom.ones);
create view workshop.ones_view as select id from backroom.ones;
create view workshop.of_ones_view as select id, one_id as one_id1, one_id as one_id2 from backroom.of_ones;
create table backroom.line (id int primary key, parent int references backroom.line);
create view workshop.line_view as
  select below.id, below.parent, above.parent as grandparent from backroom.line below join backroom.line above on below.parent = above.id;

-- Foreign keys as names: constraints and columns.
create table workshop.places (id int primary key, address text);
create table workshop.shipments (
  id                int primary key,
  name              text,
  billing_place_id  int constraint billing references workshop.places,
  shipping_place_id int constraint shipping references workshop.places
);
insert into workshop.places values (1, 'place 1'), (2, 'place 2');
insert into workshop.shipments values (1, 'shipment 1', 1, 2);
create table workshop.persons (id int primary key, name text);
create table workshop.letters (
  id        int primary key,
  body      text,
  sender    int constraint letters_sender_fkey references workshop.persons,
  recipient int constraint letters_recipient_fkey references workshop.persons
);
create view workshop.persons_counted as
  select p.id, p.name, (select count(*) from workshop.letters where sender = p.id) as sent,
         (select count(*) from workshop.letters where recipient = p.id) as received
    from workshop.persons p;
insert into workshop.persons values (1, 'John'), (2, 'Jane'), (3, 'Jake'), (4, 'Julie');
insert into workshop.letters values (1, 'Hello', 1, 2), (2, 'Hi', 2, 1), (3, 'How are you?', 1, 2), (4, 'Hey', 3, 4), (5, 'Bye', 4, 3);
alter table workshop.pieces rename constraint pieces_maker_id_fkey to maker;
alter table workshop.steps rename constraint steps_piece_id_fkey to piece;
alter table workshop.remarks rename constraint remarks_author_id_fkey to author;
create table workshop.schedules (id int primary key, name text);
create table workshop.activities (
  id          int,
  schedule_id int references workshop.schedules,
  tool        text,
  primary key (id, schedule_id)
);
create table workshop.workdays (
  unit_id         int,
  day             date,
  early_id        int,
  early_schedule  int,
  late_id         int,
  late_schedule   int,
  primary key (unit_id, day),
  constraint early foreign key (early_id, early_schedule) references workshop.activities,
  constraint late foreign key (late_id, late_schedule) references workshop.activities
);
create view workshop.workdays_view as select unit_id, day, early_id, early_schedule from workshop.workdays;
insert into workshop.schedules values (1, 'morning'), (3, 'night');
insert into workshop.activities values (1, 1, 'saw'), (2, 3, 'lathe');
insert into workshop.workdays values (1, '2019-12-02', 1, 1, 2, 3);

-- Tables that refer to themselves.
create table workshop.kin (id text primary key, name text, parent text constraint kin_parent references workshop.kin);
insert into workshop.kin values ('1', 'Root', null), ('2', 'Kid 1', '1'), ('3', 'Kid 2', '1'), ('4', 'Grandkid 1', '2'), ('5', 'Grandkid 2', '3');
create table backroom.duties (id int primary key, parent_id int references backroom.duties);
create view workshop.duties as select id, parent_id from backroom.duties;
insert into backroom.duties values (1, null), (2, 1);
create table workshop.managers (id int primary key, name text);
create table workshop.firms (
  id         int primary key,
  name       text,
  referee    int references workshop.firms,
  auditor    int references workshop.firms,
  manager_id int constraint manager references workshop.managers
);
insert into workshop.managers select i, 'Manager ' || i from generate_series(1, 6) i;
insert into workshop.firms values
  (1, 'Firm 1', null, null, 1), (2, 'Firm 2', null, null, 2), (3, 'Firm 3', 1, 2, 3),
  (4, 'Firm 4', 1, 2, 4), (5, 'Firm 5', 3, 4, 5), (6, 'Firm 6', 3, 4, 6);
create table workshop.nodes (id int primary key, parent_id int references workshop.nodes);
create view workshop.nodes_view as select id, parent_id from workshop.nodes;
insert into workshop.nodes values (1, null), (2, 1);
create table workshop.series (id int primary key, title text);
create table workshop.adaptations (id int primary key, series int references workshop.series, state text);
create view workshop.series_counted as select s.id, s.title, 1 as seen from workshop.series s;

-- Junctions that are not exposed.
create table workshop.signs (id int primary key);
create table workshop.labels (id int primary key, name text);
create table backroom.labels_signs (
  label_id int references workshop.labels,
  sign_id  int references workshop.signs,
  primary key (label_id, sign_id)
);
create view workshop.labels_signs as select * from backroom.labels_signs;
insert into workshop.signs values (1), (2), (3);
insert into workshop.labels values (1, 'fruit'), (2, 'cars');
insert into backroom.labels_signs values (1, 1), (2, 2), (2, 3), (1, 3);
create table backroom.films (id int primary key, title text);
create table backroom.actors (id int primary key, name text);
create table backroom.roles (
  film_id  int references backroom.films,
  actor_id int references backroom.actors,
  primary key (film_id, actor_id)
);
create view workshop.films as select * from backroom.films;
create view workshop.actors as select * from backroom.actors;
create view workshop.roles as select * from backroom.roles;
insert into backroom.films values (12, 'twelve'), (2001, 'odyssey');
insert into backroom.actors values (1, 'john'), (2, 'mary');
insert into backroom.roles values (12, 1), (2001, 2);
create table workshop.left_ends (id int primary key);
create table workshop.right_ends (id int primary key);
create schema attic;
create table attic.ends (
  left_id  int references workshop.left_ends,
  right_id int references workshop.right_ends,
  primary key (left_id, right_id)
);
grant usage on schema attic to workshop_anon;
create view attic.buyers as select * from workshop.buyers_view;
create view workshop.buyers_through_attic as select * from attic.buyers;
grant select on workshop.buyers_through_attic to workshop_anon;
grant select on attic.ends to workshop_anon;
create table workshop.players (id int primary key);
create table workshop.plays (id int primary key);
create table backroom.parts_played (
  player_id int references workshop.players,
  play_id   int references workshop.plays,
  primary key (player_id, play_id)
);
create table workshop.parts_played (id int primary key);
create table backroom.hidden_keys (id int primary key);
create table backroom.of_hidden_keys (
  id       int primary key,
  shown_id int references backroom.hidden_keys,
  other_id int references backroom.hidden_keys
);
create view workshop.hidden_keys as select id from backroom.hidden_keys;
create view workshop.of_hidden_keys as select id, shown_id from backroom.of_hidden_keys;

-- Relations that are functions of a row.
create table workshop.inventors (id int primary key, name text);
create table workshop.toys (id int primary key, name text, inventor_id int references workshop.inventors);
insert into workshop.inventors values (1, 'Ines'), (2, 'Hugo');
insert into workshop.toys values (1, 'Top', 1), (2, 'Kite', 1), (3, 'Yoyo', 2), (4, 'Ball', 2);
create function workshop.their_inventor(workshop.toys) returns setof workshop.inventors rows 1 stable language sql as
  $$ select * from workshop.inventors where id = $1.inventor_id $$;
create function workshop.one_inventor(workshop.toys) returns workshop.inventors stable language sql as
  $$ select * from workshop.inventors where id = $1.inventor_id $$;
create function workshop.their_toys(workshop.inventors) returns setof workshop.toys stable language sql as
  $$ select * from workshop.toys where inventor_id = $1.id order by id $$;
create function workshop.inventors(workshop.toys) returns setof workshop.inventors rows 1 stable language sql as
  $$ select * from workshop.inventors where false $$;
create function workshop.toys(workshop.inventors) returns setof workshop.toys stable language sql as
  $$ select * from workshop.toys where false $$;
create function workshop.all_toys() returns setof workshop.toys stable language sql as $$ select * from workshop.toys order by id $$;
create function workshop.all_inventors() returns setof workshop.inventors stable language sql as
  $$ select * from workshop.inventors order by id $$;
create function workshop.child_pages(workshop.pages_within) returns setof workshop.pages_within stable language sql as
  $$ select * from workshop.pages_within where parent_id = $1.id order by id $$;
create function workshop.parent_page(workshop.pages_within) returns setof workshop.pages_within rows 1 stable language sql as
  $$ select * from workshop.pages_within where id = $1.parent_id $$;
create table workshop.rights (id int primary key);
create table workshop.lefts (
  id         int primary key,
  right_id_1 int unique references workshop.rights,
  right_id_2 int unique references workshop.rights
);
create function workshop.rights(workshop.lefts) returns setof workshop.rights rows 1 stable language sql as
  $$ select * from workshop.rights where id = $1.right_id_1 $$;
create function workshop.lefts(workshop.rights) returns setof workshop.lefts rows 1 stable language sql as
  $$ select * from workshop.lefts where right_id_1 = $1.id $$;
create table workshop.fees (fee_id int primary key);
create table workshop.tones (tone_id int primary key, tone text, fee_id int);
create table workshop.halves (half_id int primary key, tone_id int references workshop.tones);
create table workshop.thirds (third_id int primary key, tone_id int references workshop.tones, fee_id int references workshop.fees);
create function workshop.their_tones(workshop.fees) returns setof workshop.tones stable language sql as
  $$ select * from workshop.tones where fee_id = $1.fee_id $$;
create function workshop.their_maker(workshop.pieces) returns setof workshop.makers rows 1 stable language sql as
  $$ select * from workshop.makers where id = $1.maker_id $$;
create function workshop.first_piece(workshop.makers) returns setof workshop.pieces rows 1 stable language sql as
  $$ select * from workshop.pieces where maker_id = $1.id order by id limit 1 $$;

-- JSON, composite types and lists.
create table workshop.trees (id int primary key, data json);
insert into workshop.trees values
  (1, '[1,2,3]'), (2, '[4,5,6]'), (3, '[[9,8,7],[11,12,13]]'), (4, '[[[5,6],7,8]]'), (5, '[{"a":"A"},{"b":"B"}]'),
  (6, '[{"a":[1,2,3]},{"b":[4,5]}]'), (7, '{"c":[1,2,3],"d":[4,5]}'), (8, '{"c":[{"d":[4,5,6,7,8]}]}'),
  (9, '[{"0xy1":[1,{"23-xy-45":[2,{"xy-6":[3]}]}]}]'), (10, '{"!@#$%^&*_d":{"!@#$%^&*_e":3}}');
create table workshop.sheets (data json);
insert into workshop.sheets values ('{"id":1,"foo":{"bar":"baz"}}'), ('{"id":3}'), ('{"id":0}');
create table workshop.facts (id int primary key, data jsonb);
insert into workshop.facts values (1, '{"a":{"b":2}}'), (2, '{"c":[1,2,3]}'), (3, '[{"d":"test"}]'), (4, '{"e":1}');
create type workshop.complex_number as (r double precision, i double precision);
create table workshop.liked_numbers (number workshop.complex_number, person text);
insert into workshop.liked_numbers values ((0.5, 0.5), 'A'), ((0.6, 0.6), 'B');
create table workshop.grids (id int primary key, numbers int[], rows int[][]);
insert into workshop.grids values
  (0, '{1,2,3}', '{{1,2,3},{4,5,6},{7,8,9}}'), (1, '{11,12,13}', '{{11,12,13},{14,15,16},{17,18,19}}');
create function workshop.complex_rows() returns table (id int, val workshop.complex_number) immutable language sql as
  $$ values (1, row(0.1, -0.5)::workshop.complex_number), (2, row(0.2, 0.6)::workshop.complex_number), (3, row(0.3, 0.7)::workshop.complex_number) $$;

create table workshop.entries (id int primary key, name text, arr int[], list tsvector);
insert into workshop.entries values
  (1, 'entry 1', '{1}', '''bar'':2 ''foo'':1'), (2, 'entry 2', '{1,2}', '''baz'':1 ''qux'':2'), (3, 'entry 3', '{1,2,3}', null), (4, null, null, null);
create table workshop.spans (id int primary key, span numrange);
insert into workshop.spans values (1, '[1,3]'), (2, '[3,6]'), (3, '[6,9]'), (4, '[9,12]'), (5, null);

-- Other formats, preferences and schemas.
create table workshop.moments (t timestamptz);
insert into workshop.moments values ('2023-10-18 12:37:59.611+00'), ('2023-10-18 14:37:59.611+00'), ('2023-10-18 16:37:59.611+00');
create table workshop.addresses (id int primary key, address text);
insert into workshop.addresses select i, 'address ' || i from generate_series(1, 4) i;
create table workshop."موارد" ("هویت" int primary key);
create table workshop.deferred_words (word int unique deferrable initially immediate);
create function workshop.break_unique(deferred boolean default false) returns void language plpgsql as $$
  begin
    if deferred then set constraints all deferred; end if;
    insert into workshop.deferred_words values (1), (1);
  end $$;
create function workshop.delete_parts() returns setof workshop.parts language sql as $$ delete from workshop.parts returning * $$;
create function workshop.delete_parts_table() returns table (id bigint) language sql as $$ delete from workshop.parts returning id $$;
create function workshop.delete_parts_void() returns void language sql as $$ delete from workshop.parts $$;
create function workshop.rename_all(id_l int, id_h int, name text) returns setof workshop.pieces language sql as
  $$ update workshop.pieces set name = $3 where id >= $1 and id <= $2 returning * $$;
create view workshop.two_rows as select (select id from workshop.makers) as id;
create function workshop.whoami() returns text language sql stable as $$ select current_user::text $$;
create function workshop.claims() returns json language sql stable as $$ select current_setting('request.jwt.claims')::json $$;
create function workshop.for_smith(name text) returns text language sql stable as $$ select 'For ' || $1 $$;
revoke execute on function workshop.for_smith from public;
grant execute on function workshop.for_smith to workshop_smith;
create table workshop.of_nobody (id int);
create function workshop.labels_in(workshop.paths) returns int language sql stable as $$ select nlevel($1.path) $$;
alter function workshop.labels_in set search_path = public;

-- Writable parts of a view.
create view workshop.parts_keyed as select id from workshop.parts;
create view workshop.pieces_unkeyed as select name, maker_id from workshop.pieces;
create view workshop.pieces_distinct as select distinct id, name from workshop.pieces;
create view workshop.pieces_all_triggers as select distinct id, name from workshop.pieces;
create view workshop.pieces_some_triggers as select distinct name from workshop.pieces;
create view workshop.pieces_insert as select distinct id, name from workshop.pieces;
create view workshop.pieces_update as select distinct id, name from workshop.pieces;
create view workshop.pieces_delete as select distinct id, name from workshop.pieces;
create function backroom.keep_row() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger keeps instead of insert or update or delete on workshop.pieces_all_triggers for each row execute function backroom.keep_row();
create trigger keeps instead of insert or update or delete on workshop.pieces_some_triggers for each row execute function backroom.keep_row();
create trigger keeps instead of insert on workshop.pieces_insert for each row execute function backroom.keep_row();
create trigger keeps instead of update on workshop.pieces_update for each row execute function backroom.keep_row();
create trigger keeps instead of delete on workshop.pieces_delete for each row execute function backroom.keep_row();

grant select, insert, update, delete on all tables in schema workshop to workshop_anon;
revoke all on workshop.secrets, workshop.limited_stars, workshop.insert_only, workshop.people, workshop.of_nobody from workshop_anon;
grant select (article_id, hand_id), insert (article_id, hand_id), update (article_id, hand_id) on workshop.limited_stars to workshop_anon;
grant insert on workshop.insert_only to workshop_anon;
grant select (id, email), update (password), delete on workshop.people to workshop_anon;

-- Several schemas.
create schema east;
create schema west;
create schema "SPECIAL ""@/\#~_-";
create table east.parents (id int primary key, name text);
create table east.children (id int primary key, name text, parent_id int constraint parent references east.parents);
insert into east.parents values (1, 'parent east-1'), (2, 'parent east-2');
insert into east.children values (1, 'child east-1', 1), (2, 'child east-2', 2);
create function east.parents_below(id int) returns setof east.parents language sql stable as
  $$ select * from east.parents where id < $1 order by id $$;
create table west.parents (id int primary key, name text);
create table west.children (id int primary key, name text, parent_id int constraint parent references west.parents);
create table west.others (id int primary key, other text);
insert into west.parents values (3, 'parent west-3'), (4, 'parent west-4');
insert into west.children values (1, 'child west-3', 3);
insert into west.others values (5, 'value 5'), (6, 'value 6');
create function west.parents_below(id int) returns setof west.parents language sql stable as
  $$ select * from west.parents where id < $1 order by id $$;
create table "SPECIAL ""@/\#~_-".languages (id int primary key, name text);
create table "SPECIAL ""@/\#~_-".names (
  id int primary key, name text, language_id int references "SPECIAL ""@/\#~_-".languages);
insert into "SPECIAL ""@/\#~_-".languages values (1, 'English'), (2, 'Spanish');
insert into "SPECIAL ""@/\#~_-".names values (1, 'John', 1), (2, 'Mary', 1), (3, 'José', 2);
create function "SPECIAL ""@/\#~_-".spoken("SPECIAL ""@/\#~_-".names) returns setof "SPECIAL ""@/\#~_-".languages rows 1
  language sql stable as $$ select * from "SPECIAL ""@/\#~_-".languages where id = $1.language_id $$;
create function "SPECIAL ""@/\#~_-".echo(val text) returns text language sql stable as $$ select val $$;
create function workshop.through_special(val text) returns text language plpgsql stable as $$ begin return echo(val); end $$;
grant usage on schema east, west, "SPECIAL ""@/\#~_-" to workshop_anon;
grant select, insert, update, delete on all tables in schema east, west, "SPECIAL ""@/\#~_-" to workshop_anon;
