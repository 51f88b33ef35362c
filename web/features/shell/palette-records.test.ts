// Records that the search offers, read from a real server as a team member.
import { afterAll, expect, it, vi } from 'vitest'
import { invoiceElement } from '#domain/mailed-links.ts'
import { contentPath, messagesPath, personTab } from '#domain/paths.ts'
import { planter } from '#server/tests/threats/actors/planted.ts'
import { openTestServer } from '#server/tests/threats/test-server.ts'
import { aContentItem } from '#testing/content.ts'
import { aThread } from '#testing/messages.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { invoicesNumbered, lessonsTitled, threadsWith } from './palette-records.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/clinic'))
  vi.stubGlobal('document', { cookie: '' })
})
const test = await openTestServer('2026-03-16T12:00:00Z')
const clinic = await aClinic(test.db)
const staff = await test.tokenOf(await aStaffMember(test.db, clinic))
const admin = await test.tokenOf(clinic.admin)
let token = admin
vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
  const { pathname, search } = new URL(input, 'http://localhost')
  const sent = init.body ? { method: 'POST', rawBody: String(init.body) } : {}
  const { status, text } = await test.ask(`${pathname}${search}`, { token, clinic, ...sent })
  return new Response(text, { status, headers: { 'content-type': 'application/json' } })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await test.close()
})
const { signal } = new AbortController()

it('an invoice by its number leads to it on the patient’s page', async () => {
  const { patientId, name } = await aPatient(test.db, clinic)
  const id = await planter(test.db).invoice(clinic.id, patientId)
  await test.db.asOwner(`update invoices set number = 'SUN-0042' where id = $1`, [id])
  const path = `${personTab(patientId, 'money')}#${invoiceElement(id)}`
  expect(await invoicesNumbered('0042', signal)).toMatchObject([{ label: 'SUN-0042', note: name, path }])
  expect(await invoicesNumbered('0043', signal)).toEqual([])
})

it('content by words of its title, without deleted content and wildcards', async () => {
  token = staff
  const { itemId } = await aContentItem(test.db, clinic, {
    title: 'Sleeping well at night',
    status: 'published',
  })
  await aContentItem(test.db, clinic, { title: 'Sleeping well, old', isDeleted: true })
  const path = contentPath(itemId)
  expect(await lessonsTitled('night SLEEP', signal)).toMatchObject([
    { label: 'Sleeping well at night', path },
  ])
  expect(await lessonsTitled('sl%ght', signal)).toEqual([])
})

it('a conversation by its patient, in any notation', async () => {
  token = staff
  const patient = await aPatient(test.db, clinic, { name: 'Siobhán O’Brien' })
  await aPatient(test.db, clinic, { name: 'Siobhán Silent' })
  const { patientId } = await aThread(test.db, clinic, { patient })
  for (const text of ['obrien', 'siobhan'])
    expect(await threadsWith(text, signal)).toMatchObject([
      { label: 'Siobhán O’Brien', path: messagesPath(patientId) },
    ])
  expect(await threadsWith('silent', signal)).toEqual([])
})
