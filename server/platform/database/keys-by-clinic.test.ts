// An installation with data becomes one whose primary keys carry the clinic (docs/decisions/0144).
import { afterAll, expect, it } from 'vitest'
import { openOwner } from '#testing/owner.ts'
import { migrate, readMigrations } from './migrations.ts'

const sunrise = '11111111-1111-4111-8111-111111111111'
const harbor = '22222222-2222-4222-8222-222222222222'
const patient = '33333333-3333-4333-8333-333333333333'

const { owner, close } = await openOwner()
afterAll(close)

/** Every foreign key, those of partitions too, which are their tables'. */
const foreignKeys = () =>
  owner.query(
    `select f.conrelid::regclass::text as of, f.conname as name, pg_get_constraintdef(f.oid) as definition,
            f.conparentid <> 0 as of_partition
       from pg_constraint f where f.contype = 'f' and f.connamespace <> 'jobs'::regnamespace order by 1, 2`,
  )
const addTask = (clinic: string, title: string) =>
  owner.execute(
    `insert into public.tasks (clinic_id, title, patient_id, created_at, updated_at)
       values ('${clinic}', '${title}', '${patient}', now(), now())`,
  )
const patients = () => owner.query('select id, clinic_id, full_name from public.patients order by clinic_id')

it('keeps every row and foreign key, also when it was interrupted half-way', async () => {
  const all = readMigrations()
  await migrate(
    owner,
    all.filter(({ name }) => name < '0252'),
  )
  await owner.execute(`
    insert into public.clinics (id, name, subdomain)
      values ('${sunrise}', 'Sunrise', 'sunrise'), ('${harbor}', 'Harbor', 'harbor');
    insert into public.patients (id, clinic_id, full_name) values ('${patient}', '${sunrise}', 'Ada Patient')`)
  await addTask(sunrise, 'Call')
  const [keys, rows] = [await foreignKeys(), await patients()]

  await migrate(
    owner,
    all.filter(({ name }) => name < '0254'),
  )
  for (let step = 0; step < 100; step++) await owner.query('select app.carry_clinic_in_next_key()')
  // a server that is there writes, held by the keys there are
  await addTask(sunrise, 'Call again')
  await expect(addTask(harbor, 'Call')).rejects.toMatchObject({ code: '23503' })
  // without later migrations, which add tables with keys of their own
  await migrate(
    owner,
    all.filter(({ name }) => name < '0257'),
  )

  // NOT VALID would show in the definition
  expect(await foreignKeys()).toEqual(keys)
  expect(await patients()).toEqual(rows)
  await expect(addTask(harbor, 'Call')).rejects.toMatchObject({ code: '23503' })
  await expect(
    owner.execute(
      `insert into public.patients (id, clinic_id, full_name) values ('${patient}', '${sunrise}', 'Another')`,
    ),
  ).rejects.toMatchObject({ code: '23505', constraint: 'patients_pkey' })
})
