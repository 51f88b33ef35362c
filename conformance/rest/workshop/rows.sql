insert into workshop.makers values (1, 'Oak & Sons'), (2, 'Pine Ltd');
insert into workshop.pieces values (1, 'Chest', 1), (2, 'Chair', 1), (3, 'Table', 2), (4, 'Desk', 2), (5, 'Orphan', null);
insert into workshop.steps values
  (1, 'Draw the chest', 1), (2, 'Cut the lid', 1), (3, 'Draw the chair', 2), (4, 'Cut the legs', 2),
  (5, 'Draw the table', 3), (6, 'Plane the top', 3), (7, 'Draw the desk', 4), (8, 'Cut the drawer', 4);
insert into workshop.hands values (1, 'Ada'), (2, 'Bo'), (3, 'Cleo');
insert into workshop.hands_steps (hand_id, step_id) values (1, 1), (1, 2), (1, 3), (1, 4), (2, 5), (2, 6), (2, 7), (3, 1), (3, 5);
insert into workshop.hands_pieces (hand_id, piece_id) values (1, 1), (1, 2), (2, 3), (2, 4), (3, 1), (3, 3);
insert into workshop.remarks values (1, 1, 2, 6, 'Needs to be smooth');
insert into workshop.papers values (1, 'plan', 'a chest'), (1, 'bill', '12 boards'), (1, 'label', 'fragile'), (2, 'plan', 'a chair');
insert into workshop.touched_papers values (1, 1, 1, 'plan'), (1, 1, 1, 'bill'), (1, 1, 1, 'label'), (3, 1, 1, 'plan');
insert into workshop.parts select generate_series(1, 15);
select setval(pg_get_serial_sequence('workshop.parts', 'id'), 19);
insert into workshop.spares select generate_series(1, 15);
insert into workshop.loose values (null, null), ('1', '0'), ('2', '0');
insert into workshop.gaps values (null);
insert into workshop.tags values ('xyyx', 'u'), ('xYYx', 'v');
insert into workshop.chores values (1, 'sweep', true), (2, 'oil', false), (3, 'sort', null);
insert into workshop.tallies values (1, 2);
insert into workshop.boxes values
  (1, 'One', '{"foo":{"int":1,"bar":"baz"}}', '{1}', 1),
  (2, 'Two', '{"foo":{"int":1,"bar":"baz"}}', '{1,2}', 2),
  (3, 'Three', '{"foo":{"int":1,"bar":"baz"}}', '{1,2,3}', 3);
insert into workshop.oids values (1, 12345, '{1,2,3,4,5}');
insert into workshop.words values
  (to_tsvector('It''s kind of fun to do the impossible')), (to_tsvector('But also fun to do what is possible')),
  (to_tsvector('Fat cats ate rats')), (to_tsvector('french', 'C''est un peu amusant de faire l''impossible')),
  (to_tsvector('german', 'Es ist eine Art Spaß, das Unmögliche zu machen'));
insert into workshop.texts
  select body, jsonb_build_object('body', body), to_tsvector('simple', body), to_tsvector('simple', body)
    from unnest(array['It''s kind of fun to do the impossible', 'But also fun to do what is possible', 'Fat cats ate rats',
      'C''est un peu amusant de faire l''impossible', 'Es ist eine Art Spaß, das Unmögliche zu machen']) body;
insert into workshop.apprentices values (1, '0001', 'Ann'), (2, '0002', 'Ben');
insert into workshop.lodgings values (1, '0001', 'Street 1'), (2, '0002', 'Street 2');
insert into workshop.benches values (1, 'Long bench'), (2, 'Short bench');
insert into workshop.vises values (1, 'Big vise', 1), (2, 'Small vise', 2);
insert into workshop.brands values ('Adler'), ('Biber'), ('Condor');
insert into workshop.tools values ('Adze', 1981, 'Adler'), ('Bevel', 1997, 'Biber'), ('Chisel', 2021, 'Condor'), ('Drill', 2013, 'Condor');
insert into workshop.tool_sales values
  ('2021-01-14', 7, 'Adze', 1981), ('2021-01-15', 9, 'Adze', 1981), ('2021-02-11', 1, 'Chisel', 2021), ('2021-02-12', 3, 'Chisel', 2021);
insert into workshop.borrowers values ('Ann', null, null), ('Ben', 'Bevel', 1997);
insert into workshop.shops values ('Hill', 'Oslo'), ('Vale', 'Lima');
insert into workshop.tools_shops values ('Adze', 1981, 'Hill', 'Oslo', 15), ('Chisel', 2021, 'Vale', 'Lima', 2);
insert into workshop.being values (1), (2);
insert into workshop.descendant values (1, 1), (2, 1), (3, 1), (4, 2);
insert into workshop.piece_of values (1), (2);
insert into workshop.being_piece_of values (1, 1), (2, 2);
insert into workshop.rooms values (1, 'hall');
insert into workshop.zones values (1, 'zone 1', 2, 1), (2, 'zone 2', 2, 1), (3, 'shelf 3', 3, 1), (4, 'shelf 4', 3, 1);
insert into workshop.things values (1, 'thing 1', '''bar'':2 ''foo'':1'), (2, 'thing 2', '''baz'':1 ''qux'':2'), (3, 'thing 3', null), (4, null, null);
insert into workshop.child_things values (1, 'child 1', 1), (2, 'child 2', 1), (3, 'child 3', 2), (4, 'child 4', 1), (5, 'child 5', 1), (6, 'child 6', 2);
insert into workshop.grandchild_things values
  (1, 'grandchild 1', 1, null, null, null), (2, 'grandchild 2', 1, null, null, null), (3, 'grandchild 3', 2, null, null, null),
  (4, '(grandchild,entity,4)', 2, null, null, '{"a": {"b":"foo"}}'), (5, '(grandchild,entity,5)', 2, null, null, '{"b":"bar"}');
insert into workshop."Esc4pe;" select generate_series(1, 5);
insert into workshop."ghostParts" values (1), (3), (5);
insert into workshop."Tools Today" values (' IBM,9113-550 (P5-550)'), (' IBM,9131-52A (P5-52A)'), ('SUN');
insert into workshop.reserved values (1, ' arrow-1 ', ' parens-1 ', ' dotted-1 ', ' space-1'), (2, 'a', 'b', 'c', 'd');
insert into workshop.do$llar$s values (100), (110);
insert into workshop.comma_names values
  ('Hebdon, John'), ('Williams, Mary'), ('Smith, Joseph'), ('David White'), ('Larry Thompson'), ('Double O Seven(007)'),
  ('"'), ('Double"Quote"McGraw"'), ('\'), ('/\Slash/\Beast/\');
insert into workshop.many_types values (1, 'one', true, '\xDEADBEEF', 'char', '2018-01-02', 3.14, '20:00:00');
insert into workshop.paths values ('Top'), ('Top.Science'), ('Top.Science.Astronomy'), ('Top.Hobbies');
insert into workshop.blanks values (1, ''), (2, 'full');
insert into workshop."Foo" values (1, 'foo');
insert into workshop."Bar" values (1, 1, 'bar');
insert into backroom.buyers values (1, 'Buyer');
insert into backroom.orders values (1, 1, 100);
insert into backroom.articles values
  (1, 'No plan, no thing: stop there', 'ann'), (2, 'That taught me, as a brain, how Thing stops', 'ben'), (3, 'Plain talk', null);
insert into backroom.article_stars values
  (1, 1, '2015-12-08 04:22:57.472738'), (1, 2, '2015-12-08 04:22:58'), (2, 3, '2015-12-08 04:22:59'), (1, 3, '2015-12-08 04:23:00');
insert into backroom.publishers values (1, 'North Press'), (2, 'South Press');
insert into backroom.authors values (1, 'George', 1), (2, 'Anne', 2), (3, 'Jerome', 1), (4, 'Harper', 2);
insert into backroom.books values (1, 'Eighteen', 1949, 1, 1), (2, 'Diary', 1947, 2, 2), (3, 'Rye', 1951, 3, 1), (4, 'Bird', 1960, 4, 2);
insert into backroom.players select i, 'first ' || i, 'last ' || i, '2018-10-11'::date from generate_series(1, 7) i;
insert into workshop.contracts select 'cup ' || i, tsrange(now()::timestamp, null), 10 * i, 'first ' || i, 'last ' || i, '2018-10-11'::date, i
  from generate_series(1, 6) i;
insert into backroom.t1 values (1, 10);
insert into backroom.t2 values (1, 1);
insert into backroom.pages values (1, 11, 'http://docs.test/api'), (2, 12, 'http://docs.test/admin');
insert into backroom.referrals values ('git.test', 11), ('hub.test', 12);
insert into workshop.stuff values (1, 'stuff 1');
refresh materialized view workshop.pieces_stored;
grant select on all tables in schema workshop to workshop_anon, workshop_smith;
grant insert, update, delete on all tables in schema workshop to workshop_anon;
grant usage, update on all sequences in schema workshop to workshop_anon;
