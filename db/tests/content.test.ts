// Reads of content, and the constraints of its rows. Another clinic's people and every write: tenant-escape.
import { describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aContentFile, aContentItem } from '#testing/content.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import {
  aClinic,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  aVisitor,
  type Patient,
} from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const patient = await aPatient(db, clinic)

const rowsOf = (by: Caller, sql: string, params: string[] = []) =>
  db.transactions.withStatement(by, { sql, params }, async (rows) => rows as object[])
const canSee = async (by: Caller, table: string, key: string, id: string) =>
  (await rowsOf(by, `select 1 from ${table} where ${key} = $1`, [id])).length === 1

describe('an item', () => {
  it('is readable to the team, read-only members too, and to patients only while it is published', async () => {
    const viewer = await aStaffMember(db, clinic, { isReadOnly: true })
    const cases = [
      { options: {}, team: true, patients: false },
      { options: { status: 'published' as const }, team: true, patients: true },
      { options: { status: 'archived' as const }, team: true, patients: false },
      { options: { status: 'published' as const, isDeleted: true }, team: false, patients: false },
    ]
    for (const { options, team, patients } of cases) {
      const { itemId } = await aContentItem(db, clinic, options)
      expect(await canSee(viewer.caller(), 'content_items', 'id', itemId)).toBe(team)
      expect(await canSee(patient.caller(), 'content_items', 'id', itemId)).toBe(patients)
      expect(await canSee(patient.caller(), 'content_versions', 'item_id', itemId)).toBe(patients)
    }
  })

  it('shows patients nothing of the working copy', async () => {
    for (const column of ['title', 'body', 'description', 'view_count', 'author_id', 'example_key']) {
      await expect(rowsOf(patient.caller(), `select ${column} from content_items`)).rejects.toMatchObject({
        code: '42501',
      })
    }
  })

  it('is not readable without a membership', async () => {
    const outsider = await aSignedInPerson(db)
    for (const by of [aVisitor(clinic), outsider.caller(clinic)])
      for (const table of [
        'content_items',
        'content_versions',
        'content_version_files',
        'content_categories',
      ])
        await expect(rowsOf(by, `select 1 from ${table}`)).rejects.toMatchObject({ code: '42501' })
  })

  it('has a day of publication unless it is a draft', async () => {
    const { itemId } = await aContentItem(db, clinic)
    await expect(
      db.asOwner(`update content_items set status = 'published' where id = $1`, [itemId]),
    ).rejects.toMatchObject({ constraint: 'content_items_published_once' })
  })
})

describe('a version', () => {
  it('is hidden from patients once it is replaced, and only one is current', async () => {
    const { itemId, versionId } = await aContentItem(db, clinic, { status: 'published' })
    const again = `insert into content_versions (clinic_id, item_id, number, type, title, category, body, read_minutes, published_at)
      select clinic_id, item_id, 2, type, 'Corrected', category, body, read_minutes, now() from content_versions where id = $1`
    await expect(db.asOwner(again, [versionId])).rejects.toMatchObject({
      constraint: 'content_versions_current_key',
    })
    await db.asOwner('update content_versions set superseded_at = now() where id = $1', [versionId])
    await db.asOwner(again, [versionId])
    const seen = (by: Caller) =>
      rowsOf(by, 'select number::text from content_versions where item_id = $1 order by number', [itemId])
    expect(await seen(patient.caller())).toEqual([{ number: '2' }])
    expect(await seen(clinic.admin.caller())).toEqual([{ number: '1' }, { number: '2' }])
  })

  it('is never changed, not even by the server', async () => {
    await aContentItem(db, clinic, { status: 'published' })
    await expect(
      db.transactions.withSystem('test', (tx) =>
        tx.updateTable('content_versions').set({ title: 'Other' }).execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a file', () => {
  it('is read by patients through a version that they may read, and by the team once it is used', async () => {
    const staff = await aStaffMember(db, clinic)
    const published = await aContentFile(db, clinic, { isUsed: true })
    const drafted = await aContentFile(db, clinic, { isUsed: true })
    const unused = await aContentFile(db, clinic)
    const picture = (fileId: string) => ({ type: 'image' as const, fileId, alt: 'A knee' })
    const { itemId } = await aContentItem(db, clinic, { body: picture(published), status: 'published' })
    await aContentItem(db, clinic, { body: picture(drafted) })
    const seenBy = async (by: Caller) => {
      const seen = []
      for (const id of [published, drafted, unused]) seen.push(await canSee(by, 'files', 'id', id))
      return seen
    }
    expect(await seenBy(patient.caller())).toEqual([true, false, false])
    expect(await seenBy(staff.caller())).toEqual([true, true, false])
    expect(await seenBy(clinic.admin.caller())).toEqual([true, true, true])
    await db.asOwner(`update content_items set status = 'archived' where id = $1`, [itemId])
    expect(await seenBy(patient.caller())).toEqual([false, false, false])
  })

  it('is not removed while a version needs it', async () => {
    const fileId = await aContentFile(db, clinic, { isUsed: true })
    await aContentItem(db, clinic, { body: { type: 'image', fileId, alt: 'A knee' }, status: 'published' })
    await expect(db.asOwner('delete from files where id = $1', [fileId])).rejects.toMatchObject({
      constraint: 'content_version_files_file_fkey',
    })
  })
})

describe('views', () => {
  const view = (itemId: string, of: Patient, day: string) =>
    db.asOwner(
      `insert into content_views (clinic_id, item_id, patient_id, viewed_on, viewed_at) values ($1, $2, $3, $4, now())
       on conflict do nothing`,
      [clinic.id, itemId, of.patientId, day],
    )
  const countOf = async (itemId: string) =>
    (
      await db.asOwner<{ view_count: number }>('select view_count from content_items where id = $1', [itemId])
    )[0]?.view_count

  it('count once per person and day', async () => {
    const other = await aPatient(db, clinic)
    const { itemId } = await aContentItem(db, clinic, { status: 'published' })
    await view(itemId, patient, '2026-03-01')
    await view(itemId, patient, '2026-03-01')
    await view(itemId, other, '2026-03-01')
    await view(itemId, patient, '2026-03-02')
    expect(await countOf(itemId)).toBe(3)
  })

  it('and reading places are shown to their patient only, after the second step if the patient has one', async () => {
    const theirs = await aPatient(db, clinic)
    await aSecondFactor(db, theirs)
    for (const who of [patient, theirs]) {
      const { itemId } = await aContentItem(db, clinic, { status: 'published' })
      await db.asOwner(
        `insert into content_readings (clinic_id, patient_id, item_id, position, updated_at) values ($1, $2, $3, 0.5, now())`,
        [clinic.id, who.patientId, itemId],
      )
    }
    const other = await aPatient(db, clinic)
    const readings = (by: Caller) => rowsOf(by, 'select position::text from content_readings')
    expect(await readings(patient.caller())).toEqual([{ position: '0.5' }])
    expect(await readings(other.caller())).toEqual([])
    expect(await readings(theirs.caller())).toEqual([])
    for (const table of ['content_readings', 'content_views'])
      await expect(rowsOf(clinic.admin.caller(), `select 1 from ${table}`)).rejects.toMatchObject({
        code: '42501',
      })
  })
})

it('the played parts of a video are a list of limited length', async () => {
  const { itemId } = await aContentItem(db, clinic, { status: 'published' })
  const keep = (watched: unknown) =>
    db.asOwner(
      `insert into content_readings (clinic_id, patient_id, item_id, updated_at, watched) values ($1, $2, $3, now(), $4)
       on conflict (clinic_id, patient_id, item_id) do update set watched = excluded.watched`,
      [clinic.id, patient.patientId, itemId, JSON.stringify(watched)],
    )
  await keep(Array.from({ length: 100 }, (_, at) => [86_000.1 + at, 86_000.9 + at]))
  for (const refused of [{}, 5, Array(101).fill([0, 1]), ['x'.repeat(5_000)]])
    await expect(keep(refused)).rejects.toMatchObject({ constraint: 'content_readings_watched_check' })
})

it('a clinic has a category once, whatever its case', async () => {
  const add = (name: string) =>
    db.asOwner('insert into content_categories (clinic_id, name, created_at) values ($1, $2, now())', [
      clinic.id,
      name,
    ])
  await add('Pregnancy')
  await expect(add('pregnancy')).rejects.toMatchObject({ constraint: 'content_categories_name_key' })
})
