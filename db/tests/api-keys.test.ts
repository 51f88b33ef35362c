import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type FhirType, fhirTypes } from '#domain/fhir/scopes.ts'
import { hashOfSecret } from '#server/features/api-keys/api-secret.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { anApiKey } from '#testing/api-keys.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)

/** Runs `work` with the rights of a key for these resources. */
async function asKey<T>(resources: readonly FhirType[], work: (tx: Tx) => Promise<T>): Promise<T> {
  const { secret } = await anApiKey(db, clinic, { resources })
  return db.transactions.withActor(aVisitor(clinic), async (tx) => {
    const { rows } = await sql`select * from app.enter_api_key(${hashOfSecret(secret)}, now())`.execute(tx)
    expect(rows).toMatchObject([{ resources }])
    return work(tx)
  })
}

/** The tables that each resource needs. */
const tablesOf: Record<FhirType, string[]> = {
  Patient: ['patient_details', 'patients'],
  Appointment: ['appointment_types', 'appointments'],
  Practitioner: ['providers'],
  Schedule: ['providers'],
  Slot: ['provider_hours', 'providers', 'schedule_exceptions'],
  Coverage: ['plan_versions', 'subscription_members', 'subscriptions'],
  Consent: ['consents'],
  DocumentReference: ['patient_files'],
}

describe('the role of programs', () => {
  it('may read the listed tables alone, and write none', async () => {
    const found = await db.asOwner<{ name: string }>(
      `select distinct n.nspname || '.' || c.relname || ' ' || lower(a.privilege_type) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join lateral (
           select (aclexplode(c.relacl)).*
           union all
           select (aclexplode(att.attacl)).* from pg_attribute att where att.attrelid = c.oid and att.attacl is not null) a
        where a.grantee = 'clinic_api_key'::regrole order by 1`,
    )
    const tables = new Set(['clinics', ...Object.values(tablesOf).flat()])
    expect(found.map(({ name }) => name)).toEqual([...tables].map((name) => `public.${name} select`).sort())
  })

  it('has the rights of no other role, and no function that shows more', async () => {
    expect(await db.asOwner(`select from pg_auth_members where member = 'clinic_api_key'::regrole`)).toEqual(
      [],
    )
    const functions = await db.asOwner<{ name: string }>(
      `select distinct p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         cross join lateral aclexplode(p.proacl) a
        where n.nspname in ('public', 'app', 'auth') and a.grantee in (0, 'clinic_api_key'::regrole) order by 1`,
    )
    expect(functions.map(({ name }) => name)).toEqual([
      'api_key_id',
      'api_key_resources',
      'current_clinic_id',
      'folded_name',
      'may_use_health_data',
      'record_key_read',
    ])
  })

  it('reads no notes of the team, no reason of a cancellation and no secret', async () => {
    for (const column of [
      'appointments.notes',
      'appointments.cancel_reason',
      'patients.user_id',
      'consents.wording',
      'schedule_exceptions.title',
      'subscription_members.named',
    ]) {
      const [table = '', name = ''] = column.split('.')
      const [row] = await db.asOwner<{ may: boolean }>(
        `select has_column_privilege('clinic_api_key', $1::regclass, $2, 'select') as may`,
        [`public.${table}`, name],
      )
      expect([column, row?.may]).toEqual([column, false])
    }
  })

  it.each(fhirTypes)('reads for %s no other rows than those of its tables', async (type) => {
    const patient = await aPatient(db, clinic)
    await db.asOwner(
      `insert into patient_details (clinic_id, patient_id, updated_at) values ($1, $2, now())`,
      [clinic.id, patient.patientId],
    )
    await db.asOwner(`insert into providers (clinic_id, name) values ($1, 'Dr. Kim')`, [clinic.id])
    await db.asOwner(
      `insert into appointments (clinic_id, patient_id, type, date, time, duration_minutes)
       values ($1, $2, 'checkup', '2026-03-16', '09:00', 30)`,
      [clinic.id, patient.patientId],
    )
    await asKey([type], async (tx) => {
      for (const table of new Set(Object.values(tablesOf).flat())) {
        const { rows } = await sql<{
          count: number
        }>`select count(clinic_id) from ${sql.table(table)}`.execute(tx)
        if (!tablesOf[type].includes(table)) expect([table, rows[0]?.count]).toEqual([table, 0])
      }
      const [first = ''] = tablesOf[type]
      const { rows } = await sql<{ clinic_id: string }>`select clinic_id from ${sql.table(first)}`.execute(tx)
      expect(new Set(rows.map(({ clinic_id }) => clinic_id)).size).toBeLessThanOrEqual(1)
      if (['Patient', 'Appointment', 'Practitioner'].includes(type)) expect(rows.length).toBeGreaterThan(0)
    })
  })

  it('sees no row of another clinic, whatever the statement asks for', async () => {
    const other = await aClinic(db)
    await aPatient(db, other)
    await asKey(fhirTypes, async (tx) => {
      const { rows } = await sql`select id from public.patients where clinic_id = ${other.id}`.execute(tx)
      expect(rows).toEqual([])
    })
  })
})

describe('entering', () => {
  const enter = (at: { subdomain: string } | null, hash: Buffer) =>
    db.transactions.withActor(aVisitor(at), async (tx) => {
      const { rows } = await sql`select * from app.enter_api_key(${hash}, now())`.execute(tx)
      const role = await sql<{ role: string }>`select current_user::text as role`.execute(tx)
      return [rows.length, role.rows[0]?.role]
    })

  it('needs a live key of the clinic, and else changes nothing', async () => {
    const { id, secret } = await anApiKey(db, clinic)
    const hash = hashOfSecret(secret)
    expect(await enter(clinic, hash)).toEqual([1, 'clinic_api_key'])
    expect(await enter(await aClinic(db), hash)).toEqual([0, 'anon'])
    expect(await enter(null, hash)).toEqual([0, 'anon'])
    expect(await enter(clinic, hashOfSecret('x'))).toEqual([0, 'anon'])
    await db.asOwner('update api_keys set revoked_at = now() where id = $1', [id])
    expect(await enter(clinic, hash)).toEqual([0, 'anon'])
  })

  it('is for visitors: a member’s transaction cannot become a program’s', async () => {
    const { secret } = await anApiKey(db, clinic)
    const staff = await aStaffMember(db, clinic)
    const as = db.transactions.withActor(staff.caller(), (tx) =>
      sql`select * from app.enter_api_key(${hashOfSecret(secret)}, now())`.execute(tx),
    )
    await expect(as).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the rows of keys', () => {
  const seenBy = (caller: Parameters<TestDatabase['transactions']['withActor']>[0], columns = 'id, name') =>
    db.transactions.withActor(
      caller,
      async (tx) => (await sql`select ${sql.raw(columns)} from public.api_keys`.execute(tx)).rows,
    )

  it('are for the clinic’s admins, without the hash', async () => {
    const at = await aClinic(db)
    const { id } = await anApiKey(db, at)
    expect(await seenBy(at.admin.caller())).toEqual([{ id, name: 'Population health' }])
    expect(await seenBy((await aClinic(db)).admin.caller())).toEqual([])
    await expect(seenBy(at.admin.caller(), 'secret_hash')).rejects.toMatchObject({ code: '42501' })
    await expect(seenBy(at.admin.caller(), 'public_keys')).rejects.toMatchObject({ code: '42501' })
    const staff = await aStaffMember(db, at, { permissionSets: ['settings'] })
    const patient = await aPatient(db, at)
    for (const by of [staff.caller(), patient.caller(), aVisitor(at)])
      await expect(seenBy(by)).rejects.toMatchObject({ code: '42501' })
  })

  it('have one credential, and are never deleted but by retention', async () => {
    const insert = (secret: Buffer | null, keys: string | null) =>
      db.asOwner(
        `insert into api_keys (clinic_id, name, resources, secret_hash, public_keys, created_at)
         values ($1, 'x', '{Patient}', $2, $3, now())`,
        [clinic.id, secret, keys],
      )
    await expect(insert(null, null)).rejects.toMatchObject({ constraint: 'api_keys_credential_check' })
    await expect(insert(hashOfSecret('a'), '{}')).rejects.toMatchObject({
      constraint: 'api_keys_credential_check',
    })
    const remove = db.transactions.withSystem('test', (tx) => sql`delete from public.api_keys`.execute(tx))
    await expect(remove).rejects.toMatchObject({ code: '42501' })
  })
})
