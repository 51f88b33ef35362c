import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SampleRows } from '#db/tests/tenant-escape/rows.ts'
import { readTables } from '#db/tests/tenant-escape/tables.ts'
import { makeWorld } from '#db/tests/tenant-escape/world.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { exportOwnRecord, exportRecord } from './export-record.ts'
import { notInRecord, type RecordRows, recordTables } from './record-tables.ts'

// The clinic has rows of every table, from the tenant-escape matrix, so a new table is included.

const upload = Buffer.from('a letter to the patient')
const test = await setUpServices()
const world = await makeWorld(test.db)
await new SampleRows(test.db, world).create(await readTables(test.db))
// samples have random values, and all have the same time
await test.db.asOwner('alter table appointments disable trigger user')
await test.db.asOwner(`update appointments set time_zone = 'America/New_York'`)
await test.db.asOwner('alter table appointments enable trigger user')
await test.db.asOwner(`update care_plans set body = '{"steps": [], "themes": [], "visits": []}'`)

interface RecordArchive {
  fileName: string
  pdf: string
  data: {
    reader: string
    tables: RecordRows
    names: Record<string, string>
    files: Record<string, string>
    accessLog: { who: string; did: string }[] | null
  }
  entries: Record<string, Uint8Array>
}

async function archiveOf(answer: unknown): Promise<RecordArchive> {
  const response = answer as Response
  const entries = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return {
    fileName: response.headers.get('Content-Disposition') ?? '',
    pdf: Buffer.from(entries['record.pdf'] ?? []).toString('latin1'),
    data: JSON.parse(Buffer.from(entries['record.json'] ?? []).toString()),
    entries,
  }
}

const byAdmin = async (patientId: string) =>
  archiveOf(await exportRecord.call(test.services, world.clinics.one.admin.caller(), { patientId }))
const by = async (caller: Caller | null | undefined) => {
  if (!caller) throw new Error('no caller')
  return archiveOf(await exportOwnRecord.call(test.services, caller, {}))
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error) => (error as { code: string }).code,
  )

describe('the sources of a record', () => {
  it('are all tables that refer to a patient or to rows of the record, or are listed with a reason', async () => {
    const tables = await test.db.asOwner<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and c.relkind in ('r', 'p') and not c.relispartition
          and (exists (select 1 from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
                          and a.attname in ('patient_id', 'patient_ids', 'for_patient_id', 'owner_patient_id'))
               or exists (select 1 from pg_constraint f join pg_class p on p.oid = f.confrelid
                            join pg_namespace pn on pn.oid = p.relnamespace
                           where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
                             and pn.nspname || '.' || p.relname = any($1)))
        order by 1`,
      [Object.keys(recordTables)],
    )
    expect(tables.length).toBeGreaterThan(50)
    const unknown = tables.map(({ name }) => name).filter((name) => !recordTables[name] && !notInRecord[name])
    expect(unknown).toEqual([])
    expect(Object.keys(recordTables).filter((name) => name in notInRecord)).toEqual([])
  })

  it('name a column of the patient and an order that exist', async () => {
    const columns = await test.db.asOwner<{ at: string }>(
      `select table_schema || '.' || table_name || '.' || column_name as at from information_schema.columns`,
    )
    const all = new Set(columns.map(({ at }) => at))
    const named = Object.entries(recordTables).flatMap(([name, { column, order, of }]) => [
      `${name}.${column}`,
      ...(order ? [`${name}.${order}`] : []),
      ...(of ? [`${of.table}.${of.column}`] : []),
    ])
    expect(named.filter((at) => !all.has(at))).toEqual([])
  })
})

describe('the file of an admin', () => {
  it('has the rows of every table that an admin may read, of this patient alone', async () => {
    const { patientId } = world.owners.patient
    const { data, pdf, fileName } = await byAdmin(patientId)
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(fileName).toMatch(/filename="record-clinic-[0-9a-f]+-\d{4}-\d\d-\d\d\.zip"/)
    const unread = ['public.patient_cards', 'public.prepared_plans']
    const own = ['public.content_readings', 'public.content_views']
    expect(Object.keys(recordTables).filter((name) => !(name in data.tables))).toEqual(
      Object.keys(recordTables).filter((name) => [...unread, ...own].includes(name)),
    )
    for (const [name, rows] of Object.entries(data.tables)) {
      const { column = '', of } = recordTables[name] ?? {}
      if (!of && column !== 'for_patient_id') expect(rows.length, name).toBeGreaterThan(0)
      if (!of)
        expect(new Set(rows.map((row) => row[column])), name).toEqual(new Set(rows.length ? [patientId] : []))
    }
    expect(data.reader).toBe('team')
    expect(data.accessLog).not.toBeNull()
  })

  it('is audited with its patient, who sees it', async () => {
    const patient = await aPatient(test.db, world.clinics.one)
    await byAdmin(patient.patientId)
    const rows = await test.db.asOwner<{ action: string; patient_ids: string[]; actor_id: string }>(
      `select action, patient_ids, actor_id from app.audit_log
        where clinic_id = $1 and $2::uuid = any(patient_ids) order by id desc limit 1`,
      [world.clinics.one.id, patient.patientId],
    )
    expect(rows).toEqual([
      {
        action: 'record.exported',
        patient_ids: [patient.patientId],
        actor_id: world.clinics.one.admin.userId,
      },
    ])
    const { data } = await by(patient.caller(world.clinics.one))
    expect(data.accessLog?.map(({ did }) => did)).toContain('downloaded your whole record as a file')
  })

  it('has a person without an account, one who has left, and what was merged into the record', async () => {
    const one = world.clinics.one
    const record = await aRecord(test.db, one, 'Walk In')
    expect((await byAdmin(record)).data.tables['public.patients']).toMatchObject([{ full_name: 'Walk In' }])

    const left = await aPatient(test.db, one, { name: 'Has Left' })
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [left.membershipId])
    expect((await byAdmin(left.patientId)).data.tables['public.patients']).toMatchObject([
      { full_name: 'Has Left' },
    ])
    expect(await refusal(exportOwnRecord.call(test.services, left.caller(one), {}))).toBe('not_allowed')

    const twice = await aRecord(test.db, one, 'Walk In')
    for (const id of [record, twice])
      await test.db.asOwner(
        `insert into patient_health (clinic_id, patient_id, allergies, updated_at) values ($1, $2, $3, now())`,
        [one.id, id, id === record ? 'Peanuts' : 'Latex'],
      )
    await aPersonNote(test.db, one, { patientId: twice }, { body: 'Entered twice.' })
    await test.db.asOwner(`select app.merge_patients($1, $2, $3, 'Walk In', null, null, '{}', null, now())`, [
      one.id,
      twice,
      record,
    ])
    const { tables } = (await byAdmin(record)).data
    expect(tables['public.person_notes']).toMatchObject([{ body: 'Entered twice.' }])
    // the second row of health information stays with the emptied record
    expect(tables['public.patient_health']?.map(({ allergies }) => allergies).sort()).toEqual([
      'Latex',
      'Peanuts',
    ])
  })
})

describe('the file of a patient', () => {
  it('has what the patient may read, without notes of the team', async () => {
    const { data } = await by(world.callers.patient)
    const { patientId } = world.owners.patient
    expect(data.reader).toBe('patient')
    expect(data.tables['public.person_notes']).toBeUndefined()
    expect(data.tables['public.message_notes']).toBeUndefined()
    expect(data.tables['public.tasks']).toBeUndefined()
    expect(data.tables['public.appointment_changes']).toBeUndefined()
    expect(data.tables['public.appointments']?.[0]).not.toHaveProperty('notes')
    expect(data.tables['public.content_readings']?.length).toBeGreaterThan(0)
    for (const [name, rows] of Object.entries(data.tables)) {
      const { column = '', of } = recordTables[name] ?? {}
      if (!of)
        expect(new Set([patientId, ...rows.map((row) => row[column])]), name).toEqual(new Set([patientId]))
    }
  })

  it('has the files shared with the patient, as they were uploaded, and not the others', async () => {
    const one = world.clinics.one
    const patient = await aPatient(test.db, one)
    const shared = await aFile(patient.patientId, 'Letter.txt', true)
    const internal = await aFile(patient.patientId, 'Internal.txt', false)
    const own = await by(patient.caller(one))
    expect(own.data.files).toEqual({ [shared]: 'files/1-Letter.txt' })
    expect(Buffer.from(own.entries['files/1-Letter.txt'] ?? [])).toEqual(upload)
    expect(Object.keys(own.entries)).toEqual(['record.pdf', 'record.json', 'files/1-Letter.txt'])
    const all = await byAdmin(patient.patientId)
    expect(Object.keys(all.data.files).sort()).toEqual([shared, internal].sort())
  })

  async function aFile(patientId: string, name: string, isShared: boolean): Promise<string> {
    const one = world.clinics.one
    const id = await test.services.files.keep(test.services.transactions, {
      kind: 'person_file',
      clinicId: one.id,
      ownerId: one.admin.userId,
      name,
      mediaType: 'text/plain',
      width: null,
      height: null,
      bytes: upload,
    })
    await test.db.asOwner(
      `insert into patient_files (file_id, clinic_id, patient_id, kind, name, media_type, size_bytes, uploaded_by, attached_at,
                                  created_at, shared_at)
       values ($1, $2, $3, 'person_file', $4, 'text/plain', $5, $6, now(), now(), $7)`,
      [id, one.id, patientId, name, upload.length, one.admin.userId, isShared ? new Date() : null],
    )
    return id
  }
})

describe('the file of a guardian', () => {
  it('has the ward’s record without notes, money and access log', async () => {
    const { data } = await by(world.callers.guardian)
    expect(data.reader).toBe('guardian')
    expect(data.accessLog).toBeNull()
    expect(Object.keys(data.tables)).not.toEqual(
      expect.arrayContaining([
        'public.invoices',
        'public.person_notes',
        'public.message_notes',
        'public.consents',
      ]),
    )
    expect(data.tables['public.patient_health']?.length).toBe(1)
    expect(data.tables['public.patients']).toMatchObject([{ id: world.guardianships.guardian?.patientId }])
  })
})
