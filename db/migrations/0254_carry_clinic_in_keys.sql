-- in batches
-- 0254_carry_clinic_in_keys.sql: one table, or one foreign key, at a time (0253).
select app.carry_clinic_in_next_key() as changed
