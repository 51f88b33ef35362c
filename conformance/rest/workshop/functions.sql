create function workshop.always(workshop.parts) returns boolean language sql stable as $$ select true $$;
create function workshop.reversed(workshop.parts) returns bigint language sql stable as $$ select $1.id * -1 $$;
create function workshop.shared(workshop.parts) returns boolean language sql stable as $$ select true $$;
create function workshop.shared(workshop.spares) returns boolean language sql stable as $$ select true $$;
create function backroom.never(workshop.parts) returns boolean language sql stable as $$ select false $$;
create function workshop.find_part(id bigint) returns setof workshop.parts language sql stable as
  $$ select * from workshop.parts where id = $1 $$;

create function workshop.parts_between(min bigint, max bigint) returns setof workshop.parts language sql stable as
  $$ select * from workshop.parts where id > $1 and id <= $2 order by id $$;
create function workshop.all_pieces() returns setof workshop.pieces language sql stable as
  $$ select * from workshop.pieces order by id $$;
create function workshop.piece(id int) returns setof workshop.pieces language sql stable as
  $$ select * from workshop.pieces where id = $1 $$;
create function workshop.pieces_below(id int) returns setof workshop.pieces language sql stable as
  $$ select * from workshop.pieces where id < $1 order by id $$;
create function workshop.all_hands() returns setof workshop.hands language sql stable as
  $$ select * from workshop.hands order by id $$;
create function workshop.all_vises() returns setof workshop.vises language sql stable as
  $$ select * from workshop.vises order by id $$;
create function workshop.all_benches() returns setof workshop.benches language sql stable as
  $$ select * from workshop.benches order by id $$;
create function workshop.article(id int) returns workshop.articles language sql stable as
  $$ select a.* from workshop.articles a where a.id = $1 $$;
create domain workshop.piece_domain as workshop.pieces;
create function workshop.piece_as_domain(id int) returns setof workshop.piece_domain language sql stable as
  $$ select row(p.*)::workshop.pieces::workshop.piece_domain from workshop.pieces p where p.id = $1 $$;
create function workshop.no_parts() returns setof int language sql stable as $$ select null::int from workshop.parts where false $$;
create function workshop.some_words() returns setof workshop.words language sql stable as
  $$ select * from workshop.words $$;
create function workshop.some_texts() returns setof workshop.texts language sql stable as
  $$ select * from workshop.texts $$;
create function workshop.rename_pieces(id_l int, id_h int, name text) returns void language sql as
  $$ update workshop.pieces set name = $3 where id >= $1 and id <= $2 $$;

create type workshop.mood as enum ('calm', 'busy');
create domain workshop.number as int;
create type workshop.point_2d as (x int, y int);
create type backroom.point_3d as (x int, y int, z int);
create domain workshop.point_domain as workshop.point_2d;
create function workshop.greet(name text) returns text language sql immutable as $$ select 'Hello, ' || $1 $$;
create function workshop.greet_all(name text, variadic v text[]) returns text language sql immutable as
  $$ select 'Hello, ' || $1 $$;
create function workshop.plus(a int, b int) returns int language sql immutable as $$ select a + b $$;
create function workshop.no_arguments() returns text language sql as $$ select 'nothing asked' $$;
create function workshop.ret_array() returns int[] language sql immutable as $$ select '{1,2,3}'::int[] $$;
create function workshop.ret_integers() returns setof int language sql immutable as $$ select unnest('{1,2,3}'::int[]) $$;
create function workshop.ret_mood(val text) returns workshop.mood language sql immutable as $$ select val::workshop.mood $$;
create function workshop.ret_number(val int) returns workshop.number language sql immutable as $$ select val::workshop.number $$;
create function workshop.ret_range(low int, up int) returns int4range language sql immutable as $$ select int4range(low, up) $$;
create function workshop.ret_scalars(out a text, out b workshop.mood, out c int, out d int4range) language sql immutable as
  $$ select row('scalars'::text, 'calm'::workshop.mood, 1, int4range(10, 20)) $$;
create function workshop.ret_point() returns workshop.point_2d language sql immutable as $$ select row(10, 5)::workshop.point_2d $$;
create function workshop.ret_hidden_point() returns backroom.point_3d language sql immutable as
  $$ select row(7, -3, 4)::backroom.point_3d $$;
create function workshop.ret_point_domain() returns workshop.point_domain language sql immutable as
  $$ select row(10, 5)::workshop.point_domain $$;
create function workshop.ret_void() returns void language sql as $$ $$;
create function workshop.ret_null() returns int language sql immutable as $$ select null::int $$;
create function workshop.ret_record() returns record language sql stable as
  $$ select p from workshop.pieces p where id = 1 $$;
create function workshop.ret_record_like(id int, name text) returns record language sql stable as
  $$ select p from workshop.pieces p where p.id = $1 and p.name like $2 $$;
create function workshop.ret_records() returns setof record language sql stable as
  $$ select p from workshop.pieces p where id < 3 order by id $$;
create function workshop.ret_records_like(id int, name text) returns setof record language sql stable as
  $$ select p from workshop.pieces p where p.id >= $1 and p.name like $2 order by id $$;
create function workshop.point_of() returns workshop.point_2d language sql immutable as $$ select row(10, 5)::workshop.point_2d $$;
create function workshop.point_of(x int, y int) returns workshop.point_2d language sql immutable as
  $$ select row($1, $2)::workshop.point_2d $$;
create function workshop.same_name(out same_name text, out value int) returns setof record language sql immutable as
  $$ select 'hello'::text, 1 $$;
create function workshop."quotedFunction"("user" text, "fullName" text, "SSN" text) returns jsonb language sql immutable as
  $$ select jsonb_build_object('user', $1, 'fullName', $2, 'SSN', $3) $$;
create function workshop.true() returns boolean language sql immutable as $$ select true $$;

create function workshop.varied(
  double double precision, "varchar" varchar, "boolean" boolean, "date" date, "money" money, mood workshop.mood,
  list text[], "integer" int, "json" json default '{}', "jsonb" jsonb default '{}'
) returns json language sql immutable as $$
  select json_build_object('double', $1, 'varchar', $2, 'boolean', $3, 'date', $4, 'money', $5, 'mood', $6,
                           'list', $7, 'integer', $8, 'json', $9, 'jsonb', $10) $$;
create function workshop.kind_of_json(arg json) returns text language sql immutable as $$ select json_typeof(arg) $$;
create function workshop.fits(a int) returns text language sql immutable as $$ select 'integer' $$;
create function workshop.with_chars("char" char(5), chars char(5)[], out given text, out several text[])
  language sql immutable as $$ select $1::text, $2::text[] $$;
create function workshop.with_bits(b bit(5), bits bit(5)[], out given text, out several text[])
  language sql immutable as $$ select $1::text, $2::text[] $$;
create table workshop.narrow (c char(5), b bit(5));
create function workshop.keep_chars("char" char(5)) returns void language sql as $$ insert into workshop.narrow (c) values ($1) $$;
create function workshop.keep_bits(b bit(5)) returns void language sql as $$ insert into workshop.narrow (b) values ($1) $$;
create function workshop.plus_one(num int, out num_plus_one int) language sql immutable as $$ select num + 1 $$;
create function workshop.one_json_out(a int, b text, out my_json json) language sql immutable as
  $$ select json_build_object('a', a, 'b', b) $$;
create function workshop.in_and_out(inout num int) language sql immutable as $$ select num + 1 $$;
create function workshop.many_out(out my_json json, out num int, out str text) language sql immutable as
  $$ select '{"a": 1, "b": "two"}'::json, 3, 'four'::text $$;
create function workshop.many_in_and_out(inout num int, inout str text, inout b bool default true) language sql immutable as
  $$ select num, str, b $$;
create function workshop.one_column() returns table (a text) language sql immutable as $$ select 'A'::text $$;
create function workshop.two_columns() returns table (a text, b text) language sql immutable as $$ select 'A'::text, 'B'::text $$;
create function workshop.list_of(variadic v text[] default '{}') returns text[] language sql immutable as $$ select v $$;
create function workshop.three_defaults(a int default 1, b int default 2, c int default 3) returns int language sql immutable as
  $$ select a + b + c $$;
create type public.outside as enum ('something');
create function workshop.of_outside_type(my_arg public.outside) returns text language sql immutable as $$ select 'foobar'::text $$;

-- Overloads.
create function workshop.choice() returns setof int language sql immutable as $$ values (1), (2), (3) $$;
create function workshop.choice(a int, b int) returns int language sql immutable as $$ select a + b $$;
create function workshop.choice(a text, b text, c text) returns text language sql immutable as $$ select a || b || c $$;
create function workshop.same_args(arg int) returns json language sql immutable as $$ select '1'::json $$;
create function workshop.same_args(arg date) returns json language sql immutable as $$ select '2'::json $$;
create function workshop.same_args(arg text, num int default 0) returns json language sql immutable as $$ select '3'::json $$;
create function workshop.by_default(opt text default 'Cut the lid') returns setof workshop.steps language sql stable as
  $$ select * from workshop.steps where name = opt $$;
create function workshop.by_default(must int) returns json language sql stable as $$ select row_to_json(r) from (select must as val) r $$;
create function workshop.by_default(a int, opt text default 'Plane the top') returns setof workshop.steps language sql stable as
  $$ select * from workshop.steps where name = opt and id > a $$;
create function workshop.by_default(a int, must int) returns json language sql stable as
  $$ select row_to_json(r) from (select a, must as val) r $$;

-- One unnamed argument.
create function workshop.unnamed_json(json) returns json language sql immutable as $$ select $1 $$;
create function workshop.unnamed_text(text) returns text language sql immutable as $$ select $1 $$;
create function workshop.unnamed_bytea(bytea) returns int language sql immutable as $$ select length($1) $$;
create function workshop.unnamed_int(int) returns int language sql immutable as $$ select $1 $$;
create function workshop.named_json(data json) returns json language sql immutable as $$ select $1 $$;
create function workshop.unnamed_choice(json) returns json language sql immutable as $$ select $1 $$;
create function workshop.unnamed_choice(bytea) returns int language sql immutable as $$ select length($1) $$;
create function workshop.unnamed_choice(text) returns text language sql immutable as $$ select $1 $$;
create function workshop.unnamed_choice() returns int language sql immutable as $$ select 1 $$;
create function workshop.unnamed_choice(x int, y int) returns int language sql immutable as $$ select x + y $$;
create function workshop.json_or_jsonb(json) returns json language sql immutable as $$ select $1 $$;
create function workshop.json_or_jsonb(jsonb) returns jsonb language sql immutable as $$ select $1 $$;

-- Functions that set parts of the answer.
create function workshop.problem() returns void language plpgsql as $$ begin raise 'bad thing'; end $$;
create function workshop.assert() returns void language plpgsql as $$ begin assert false, 'bad thing'; end $$;
create function workshop.raise_pt402() returns void language plpgsql as $$
  begin raise sqlstate 'PT402' using message = 'Payment Required', detail = 'Quota exceeded', hint = 'Upgrade your plan'; end $$;
create function workshop.raise_bad_pt() returns void language plpgsql as $$
  begin raise sqlstate 'PT40A' using message = 'Wrong'; end $$;
create function workshop.raise_json(message text, detail text default null) returns void language plpgsql stable as $$
  begin
    if detail is null then raise sqlstate 'PGRST' using message = message; end if;
    raise sqlstate 'PGRST' using message = message, detail = detail;
  end $$;
create function workshop.pieces_and_headers() returns setof workshop.pieces language sql stable as $$
  select set_config('response.headers', '[{"X-Test": "key1=val1; someValue; key2=val2"}, {"X-Test-2": "key1=val1"}]', true);
  select * from workshop.pieces $$;
create function workshop.number_and_headers(num int) returns int language sql stable as $$
  select set_config('response.headers', '[{"X-Test":"key1=val1; someValue; key2=val2"},{"X-Test-2":"key1=val1"}]', true);
  select num $$;
create function workshop.says_headers(headers text) returns void language sql stable as
  $$ select set_config('response.headers', headers, true) $$;
create function workshop.says_status(status text) returns json language sql stable as $$
  select set_config('response.status', status, true);
  select '{"message": "said"}'::json $$;
create function workshop.setting(prefix text default null, name text default null) returns text language sql stable as $$
  select case when prefix is null then current_setting(name, true)
              else current_setting(prefix, true)::json ->> name end $$;
create sequence workshop.calls;
create function workshop.count_call() returns bigint language sql as $$ select nextval('workshop.calls') $$;
create function workshop.reset_calls() returns void language sql as $$ select setval('workshop.calls', 1, false) $$;
create table workshop.stuff (id int primary key, name text);
create function backroom.says_location() returns trigger language plpgsql as $$
  begin
    perform set_config('response.headers', format('[{"Location": "/%s?id=eq.%s&mine=true"}]', tg_table_name, new.id), true);
    return new;
  end $$;
create trigger says_location before insert on workshop.stuff for each row execute function backroom.says_location();
create function backroom.says_205() returns trigger language plpgsql as $$
  begin
    if new.name = 'said' then perform set_config('response.status', '205', true); end if;
    return new;
  end $$;
create trigger says_205 before update on workshop.stuff for each row execute function backroom.says_205();
