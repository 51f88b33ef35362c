// Reads of files (docs/threats.md T13). Another clinic's people and every write: tenant-escape.
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '#testing/database/database.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  aVisitor,
  type Member,
  type Patient,
} from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'

const ready = `sha256, media_type, state, size_bytes, received_bytes`
const readyValues = `repeat('0', 64), 'image/png', 'ready', 10, 10`
/** Each file's name in this test, by id. */
const labels = new Map<string, string>()
const db = await setUpDatabase()
const clinic = await aClinic(db)
const elsewhere = await aClinic(db)
const staff = await aStaffMember(db, clinic)
const viewer = await aStaffMember(db, clinic, { isReadOnly: true })
const patient = await aPatient(db, clinic)
const otherPatient = await aPatient(db, clinic)
await aPicture('avatar of staff', staff)
await aPicture('unused avatar of staff', staff, { isUsed: false })
await aPicture('avatar of patient', patient)
await aPicture('avatar of other patient', otherPatient)
await aPicture('avatar elsewhere', elsewhere.admin)
await aPicture('logo', clinic.admin, { logoOf: clinic.id })
await aPicture('unused logo', clinic.admin, { logoOf: clinic.id, isUsed: false })
await aFileAbout('attachment', patient, staff, 'message_attachment')
await aFileAbout('unused attachment of patient', patient, patient, 'message_attachment', false)
await aFileAbout('unused attachment of staff', patient, staff, 'message_attachment', false)
await aFileAbout('attachment of other patient', otherPatient, otherPatient, 'message_attachment')
await aFileAbout('person file', patient, staff, 'person_file')

async function aPicture(
  label: string,
  owner: Member,
  { isUsed = true, logoOf = null }: { isUsed?: boolean; logoOf?: string | null } = {},
) {
  const [row] = await db.asOwner<{ id: string }>(
    `insert into files (clinic_id, owner_id, kind, name, attached_at, ${ready})
     values (coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid), $2, $3, 'a.png', case when $4 then now() end, ${readyValues}) returning id`,
    [logoOf, owner.userId, logoOf ? 'logo' : 'avatar', isUsed],
  )
  labels.set(row?.id ?? '', label)
}

async function aFileAbout(
  label: string,
  about: Patient,
  by: Member,
  kind: 'message_attachment' | 'person_file',
  isUsed = true,
): Promise<string> {
  const [row] = await db.asOwner<{ id: string }>(
    `insert into files (clinic_id, owner_id, kind, attached_at, ${ready})
     values ($1, $2, $3, case when $4 then now() end, ${readyValues}) returning id`,
    [clinic.id, by.userId, kind, isUsed],
  )
  await db.asOwner(
    `insert into patient_files (file_id, clinic_id, patient_id, kind, name, size_bytes, uploaded_by, attached_at)
     values ($1, $2, $3, $4, 'knee.png', 10, $5, case when $6 then now() end)`,
    [row?.id, clinic.id, about.patientId, kind, by.userId, isUsed],
  )
  labels.set(row?.id ?? '', label)
  return row?.id ?? ''
}

async function seenBy(caller: Parameters<TestDatabase['transactions']['withStatement']>[0], table = 'files') {
  const sql = table === 'files' ? 'select id from files' : 'select file_id as id from patient_files'
  const rows = await db.transactions.withStatement(caller, { sql, params: [] }, async (found) => found)
  return rows.map((row) => labels.get(String((row as { id: string }).id)) ?? 'unknown').sort()
}

describe('files', () => {
  it('a visitor sees logos in use', async () => {
    expect(await seenBy(aVisitor(clinic))).toEqual(['logo'])
  })

  it('a patient sees the pictures of the team, their own, and the files of their messages', async () => {
    expect(await seenBy(patient.caller())).toEqual([
      'attachment',
      'avatar of patient',
      'avatar of staff',
      'logo',
      'unused attachment of patient',
    ])
  })

  it('the team sees its patients and their files, and no upload before it is used', async () => {
    const patients = ['avatar of other patient', 'avatar of patient']
    const kept = ['attachment', 'attachment of other patient']
    expect(await seenBy(viewer.caller())).toEqual(
      [...kept, ...patients, 'avatar of staff', 'logo', 'person file'].sort(),
    )
    expect(await seenBy(staff.caller())).toEqual(
      [
        ...kept,
        ...patients,
        'avatar of staff',
        'logo',
        'person file',
        'unused attachment of staff',
        'unused avatar of staff',
      ].sort(),
    )
  })

  it('another clinic’s people see their own, and at the clinic’s address its logo', async () => {
    expect(await seenBy(elsewhere.admin.caller())).toEqual(['avatar elsewhere'])
    expect(await seenBy(elsewhere.admin.caller(clinic))).toEqual(['avatar elsewhere', 'logo'])
  })

  it('a former member sees no pictures of the clinic’s members, and they see none of the former member', async () => {
    const left = await aStaffMember(db, clinic)
    await aPicture('avatar of former staff', left)
    expect(await seenBy(patient.caller())).toContain('avatar of former staff')
    await db.asOwner(`update clinic_memberships set ended_at = now() where id = $1`, [left.membershipId])
    for (const by of [patient, viewer])
      expect(await seenBy(by.caller())).not.toContain('avatar of former staff')
    expect(await seenBy(left.caller())).toEqual(['avatar of former staff', 'logo'])
  })

  it('no client reads names and checksums', async () => {
    for (const column of ['name', 'sha256', 'received_bytes']) {
      const read = db.transactions.withStatement(
        staff.caller(),
        { sql: `select ${column} from files`, params: [] },
        async () => {},
      )
      await expect(read).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('files about patients', () => {
  it('are their team’s; a patient sees what was sent with messages', async () => {
    expect(await seenBy(viewer.caller(), 'patient_files')).toEqual([
      'attachment',
      'attachment of other patient',
      'person file',
    ])
    expect(await seenBy(patient.caller(), 'patient_files')).toEqual([
      'attachment',
      'unused attachment of patient',
    ])
    expect(await seenBy(otherPatient.caller(), 'patient_files')).toEqual(['attachment of other patient'])
    expect(await seenBy(elsewhere.admin.caller(clinic), 'patient_files').catch(() => [])).toEqual([])
  })

  it('a patient reads a file about them while it is shared, and only that patient', async () => {
    const fileId = await aFileAbout('shared file', patient, staff, 'person_file')
    const share = (at: string | null, id = fileId) =>
      db.asOwner('update patient_files set shared_at = $2 where file_id = $1', [id, at])
    await share('2026-03-01T12:00:00Z')
    for (const table of ['files', 'patient_files']) {
      expect(await seenBy(patient.caller(), table)).toContain('shared file')
      expect(await seenBy(otherPatient.caller(), table)).not.toContain('shared file')
      expect(await seenBy(viewer.caller(), table)).toContain('shared file')
    }
    await share(null)
    for (const table of ['files', 'patient_files'])
      expect(await seenBy(patient.caller(), table)).not.toContain('shared file')
    // an attachment is not shared without its message
    const attachment = await aFileAbout('other attachment', patient, staff, 'message_attachment', false)
    await expect(share('2026-03-01T12:00:00Z', attachment)).rejects.toMatchObject({
      constraint: 'patient_files_shared_is_kept',
    })
    await db.asOwner('delete from files where id = any($1)', [[fileId, attachment]])
  })

  it('and patients’ avatars need the second factor where the clinic asks for it', async () => {
    const strict = await aStaffMember(db, clinic)
    await db.asOwner('update clinic_security set requires_mfa = true where clinic_id = $1', [clinic.id])
    expect(await seenBy(strict.caller())).toEqual(['avatar of staff', 'logo'])
    expect(await seenBy(strict.caller(), 'patient_files')).toEqual([])
    await aSecondStep(db, strict)
    expect(await seenBy(strict.caller())).toContain('person file')
    expect(await seenBy(strict.caller())).toContain('avatar of patient')
    await db.asOwner('update clinic_security set requires_mfa = false where clinic_id = $1', [clinic.id])
  })
})

describe('a clinic’s storage', () => {
  const used = async () => {
    const [row] = await db.asOwner<{ used: number }>(
      `select used_bytes::int as used from app.storage_use where clinic_id = $1`,
      [clinic.id],
    )
    return row?.used
  }

  it('is the sum of its files', async () => {
    const [sum] = await db.asOwner<{ sum: number }>(
      `select sum(size_bytes)::int as sum from files where clinic_id = $1`,
      [clinic.id],
    )
    expect(await used()).toBe(sum?.sum)
  })

  it('is never exceeded by any write', async () => {
    const full = { code: '23514', constraint: 'storage_use_within_limit' }
    const before = await used()
    const insert = db.asOwner(
      `insert into files (clinic_id, owner_id, kind, size_bytes) values ($1, $2, 'person_file', 5000000000)`,
      [clinic.id, staff.userId],
    )
    await expect(insert).rejects.toMatchObject(full)
    const grow = db.asOwner(
      `update files set size_bytes = 5000000000 where clinic_id = $1 and kind = 'person_file'`,
      [clinic.id],
    )
    await expect(grow).rejects.toMatchObject(full)
    expect(await used()).toBe(before)
  })
})
