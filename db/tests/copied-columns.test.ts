// Columns that triggers copy from other rows, so that policies read no other table (docs/decisions/0161). The tests of each
// table and tenant-escape check which rows a caller reads.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aContentFile, aContentItem, aCorrection } from '#testing/content.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import { aDrawnPdf, aPresentation } from '#testing/presentations.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aMembershipOf, aPatient, aStaffMember } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const patient = await aPatient(db, clinic)

const seen = (by: Caller, statement: string, params: string[]) =>
  db.transactions.withStatement(by, { sql: statement, params }, async (rows) => (rows as object[]).length)
const rowOf = async (statement: string, ...params: unknown[]) => (await db.asOwner(statement, params))[0]

const copies: Record<string, string[]> = {
  plan_versions: ['is_published'],
  plan_prices: ['is_published'],
  invoice_lines: ['patient_id'],
  profiles: ['team_of'],
  files: [
    'active_team_of',
    'team_of',
    'patient_of',
    'patient_id',
    'is_shared',
    'version_ids',
    'is_published',
  ],
  content_versions: ['is_published'],
  content_version_files: ['is_published'],
  content_documents: ['version_ids', 'is_published'],
  content_pages: ['version_ids', 'is_published'],
}

it.each(Object.entries(copies))('no client writes the copied columns of %s', async (table, columns) => {
  for (const column of columns) {
    const found = await db.asOwner(
      `select r.rolname from pg_roles r where (r.rolname in ('anon', 'authenticated') or r.rolname like 'clinic\\_%')
          and (has_column_privilege(r.oid, $1, $2, 'insert') or has_column_privilege(r.oid, $1, $2, 'update'))`,
      [`public.${table}`, column],
    )
    expect(found, column).toEqual([])
  }
})

it.each(['profiles', 'files'])('no client reads the copied columns of %s', async (table) => {
  for (const column of copies[table] ?? [])
    await expect(
      seen(clinic.admin.caller(), `select ${column} from ${table}`, []),
      column,
    ).rejects.toMatchObject({ code: '42501' })
})

describe('an item’s status', () => {
  it('is copied to its versions, and replaces any written value', async () => {
    const { itemId, versionId } = await aContentItem(db, clinic, { status: 'published' })
    const status = `select is_published from content_versions where id = $1`
    expect(await rowOf(status, versionId)).toEqual({ is_published: true })
    await db.asOwner(`update content_items set status = 'archived' where id = $1`, [itemId])
    expect(await rowOf(status, versionId)).toEqual({ is_published: false })
    await db.asOwner('update content_versions set superseded_at = now() where id = $1', [versionId])
    const forged = await rowOf(
      `insert into content_versions (clinic_id, item_id, number, type, title, category, body, read_minutes, published_at, is_published)
       select clinic_id, item_id, 2, type, title, category, body, read_minutes, now(), true from content_versions where id = $1
       returning is_published`,
      versionId,
    )
    expect(forged).toEqual({ is_published: false })
  })

  it('is copied to no other item’s versions', async () => {
    const elsewhere = await aContentItem(db, await aClinic(db), { status: 'published' })
    const { itemId } = await aContentItem(db, clinic, { status: 'published' })
    await db.asOwner('update content_items set deleted_at = now() where id = $1', [itemId])
    expect(
      await rowOf('select is_published from content_versions where id = $1', elsewhere.versionId),
    ).toEqual({
      is_published: true,
    })
  })
})

describe('the versions that use a file', () => {
  const markOf = (fileId: string) =>
    rowOf('select version_ids as versions, is_published as shown from files where id = $1', fileId)
  const use = (versionId: string | null, fileId: string) =>
    db.asOwner('insert into content_version_files (clinic_id, version_id, file_id) values ($1, $2, $3)', [
      clinic.id,
      versionId,
      fileId,
    ])

  it('are all of them, also where several begin at the same time', async () => {
    const fileId = await aContentFile(db, clinic, { isUsed: true })
    const items = []
    for (let n = 0; n < 4; n++) items.push(await aContentItem(db, clinic, { status: 'published' }))
    await Promise.all(items.map(({ versionId }) => use(versionId, fileId)))
    expect(await markOf(fileId)).toEqual({
      versions: items.map(({ versionId }) => versionId).sort(),
      shown: true,
    })
    for (const { itemId } of items)
      await db.asOwner(`update content_items set status = 'archived' where id = $1`, [itemId])
    expect(await markOf(fileId)).toMatchObject({ shown: false })
    await db.asOwner('delete from content_version_files where file_id = $1', [fileId])
    expect(await markOf(fileId)).toEqual({ versions: [], shown: false })
  })

  it('end to be shown with the version that a correction replaces', async () => {
    const fileId = await aContentFile(db, clinic, { isUsed: true })
    const body = { type: 'image' as const, fileId, alt: 'A knee' }
    const item = await aContentItem(db, clinic, { body, status: 'published' })
    await aCorrection(db, item, 2)
    expect(await markOf(fileId)).toEqual({ versions: [item.versionId], shown: false })
  })

  it('open a document with its pages and pictures to patients, and what is assigned to a guardian', async () => {
    const child = await aChild(db, clinic)
    const { person, guardianshipId } = await aGuardian(db, clinic, { patientId: child.patientId })
    const guardian = { ...person.caller(clinic), guardianship: guardianshipId }
    const pdf = await aDrawnPdf(db, clinic, 2)
    const body = { type: 'pdf' as const, fileId: pdf.documentId, pageCount: 2 } as never
    const item = await aContentItem(db, clinic, { body, status: 'published' })
    const counts = async (by: Caller) => [
      await seen(by, 'select 1 from content_version_files where file_id = $1', [pdf.documentId]),
      await seen(by, 'select 1 from content_documents where file_id = $1', [pdf.documentId]),
      await seen(by, 'select 1 from content_pages where document_id = $1', [pdf.documentId]),
      await seen(by, 'select 1 from files where id = any ($1::uuid[])', [
        `{${[pdf.documentId, ...pdf.pageFileIds]}}`,
      ]),
    ]
    expect(await counts(patient.caller())).toEqual([1, 1, 2, 7])
    expect(await counts(guardian)).toEqual([0, 0, 0, 0])
    await anAssignment(db, clinic, child, { item })
    expect(await counts(guardian)).toEqual([1, 1, 2, 7])
    await db.asOwner(`update content_items set status = 'archived' where id = $1`, [item.itemId])
    expect(await counts(patient.caller())).toEqual([0, 0, 0, 0])
    expect(await counts(guardian)).toEqual([1, 1, 2, 7])
    // a page that was drawn again: the old picture is no page's
    await db.asOwner('delete from content_pages where document_id = $1 and number = 2', [pdf.documentId])
    expect(await counts(guardian)).toEqual([1, 1, 1, 4])
    expect((await counts(clinic.admin.caller())).at(-1)).toBe(4)
  })

  it('open the pages of a presentation without their document', async () => {
    const { documentId } = await aPresentation(db, clinic, { pages: 2 })
    const count = (table: string, column: string) =>
      seen(patient.caller(), `select 1 from ${table} where ${column} = $1`, [documentId ?? ''])
    expect(await count('content_pages', 'document_id')).toBe(2)
    expect(await count('content_documents', 'file_id')).toBe(0)
  })
})

describe('a person’s memberships', () => {
  const ofProfile = (userId: string) => rowOf('select team_of from profiles where user_id = $1', userId)
  const ofAvatar = (userId: string) =>
    rowOf(
      `select active_team_of as active, team_of as team, patient_of as patient from files where owner_id = $1 and kind = 'avatar'`,
      userId,
    )

  it('are those of their profile and avatar, from the first to the last', async () => {
    const other = await aClinic(db)
    const person = await aStaffMember(db, clinic)
    await db.asOwner('insert into profiles (user_id, updated_at, team_of) values ($1, now(), $2)', [
      person.userId,
      [other.id],
    ])
    await db.asOwner('select app.copy_memberships_to_new_row($1)', [person.userId])
    await db.asOwner(
      `insert into files (owner_id, kind, name, size_bytes, received_bytes, state, sha256, media_type)
       values ($1, 'avatar', 'me.png', 10, 10, 'ready', repeat('0', 64), 'image/png')`,
      [person.userId],
    )
    expect(await ofProfile(person.userId)).toEqual({ team_of: [clinic.id] })
    expect(await ofAvatar(person.userId)).toEqual({ active: [clinic.id], team: [clinic.id], patient: [] })
    await aMembershipOf(db, person, other, { role: 'patient' })
    expect(await ofAvatar(person.userId)).toEqual({
      active: [clinic.id],
      team: [clinic.id],
      patient: [other.id],
    })
    await db.asOwner(`update clinic_memberships set status = 'invited', suspended_at = now() where id = $1`, [
      person.membershipId,
    ])
    expect(await ofProfile(person.userId)).toEqual({ team_of: [] })
    expect(await ofAvatar(person.userId)).toEqual({ active: [], team: [clinic.id], patient: [other.id] })
    await db.asOwner('update clinic_memberships set ended_at = now() where user_id = $1', [person.userId])
    expect(await ofAvatar(person.userId)).toEqual({ active: [], team: [], patient: [] })
  })

  it('are counted where two of them change at the same time', async () => {
    const clinics = [await aClinic(db), await aClinic(db), await aClinic(db)]
    const person = await aStaffMember(db, clinic)
    await db.asOwner('insert into profiles (user_id, updated_at) values ($1, now())', [person.userId])
    await db.asOwner('select app.copy_memberships_to_new_row($1)', [person.userId])
    await Promise.all(clinics.map((one) => aMembershipOf(db, person, one, { role: 'staff' })))
    const expected = [clinic, ...clinics].map(({ id }) => id).sort()
    expect(await ofProfile(person.userId)).toEqual({ team_of: expected })
  })
})

it('a file follows its row about the patient: to another patient, into a message, and out of it', async () => {
  const [file] = await db.asOwner<{ id: string }>(
    `insert into files (clinic_id, owner_id, kind, size_bytes, received_bytes, state, sha256, media_type)
     values ($1, $2, 'person_file', 10, 10, 'ready', repeat('0', 64), 'image/png') returning id`,
    [clinic.id, clinic.admin.userId],
  )
  const copy = () =>
    rowOf('select patient_id as patient, is_shared as shared from files where id = $1', file?.id)
  expect(await copy()).toEqual({ patient: null, shared: false })
  await db.asOwner(
    `insert into patient_files (file_id, clinic_id, patient_id, kind, name, size_bytes, uploaded_by, attached_at)
     values ($1, $2, $3, 'person_file', 'knee.png', 10, $4, now())`,
    [file?.id, clinic.id, patient.patientId, clinic.admin.userId],
  )
  expect(await copy()).toEqual({ patient: patient.patientId, shared: false })
  const neighbor = await aPatient(db, clinic)
  await db.asOwner('update patient_files set patient_id = $2, shared_at = now() where file_id = $1', [
    file?.id,
    neighbor.patientId,
  ])
  expect(await copy()).toEqual({ patient: neighbor.patientId, shared: true })
  await db.asOwner('delete from patient_files where file_id = $1', [file?.id])
  expect(await copy()).toEqual({ patient: null, shared: false })
})

it('a row of another clinic opens nothing: the copy of an unknown parent is refused with it', async () => {
  const other = await aClinic(db)
  const { itemId } = await aContentItem(db, other, { status: 'published' })
  await expect(
    db.asOwner(
      `insert into content_versions (clinic_id, item_id, number, type, title, category, body, read_minutes, published_at)
       values ($1, $2, 9, 'article', 'Forged', 'Wellness', '{}', 1, now())`,
      [clinic.id, itemId],
    ),
  ).rejects.toMatchObject({ code: '23503' })
  await expect(
    db.asOwner(
      `insert into invoice_lines (clinic_id, invoice_id, id, description, quantity, amount_cents, period_start, period_end)
       values ($1, $2, 'il_1', 'Forged', 1, 100, now(), now())`,
      [clinic.id, `in_${randomUUID()}`],
    ),
  ).rejects.toMatchObject({ code: '23503' })
})
