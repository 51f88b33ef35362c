// Files as programs save them; each is in testing/case-files.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorTexts } from '#domain/texts/errors.ts'
import { openTestServer, type TestServer } from '#server/tests/threats/test-server.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'

let test: TestServer
let clinic: TestClinic
let patient: Patient
let token: string
beforeAll(async () => {
  test = await openTestServer()
  clinic = await aClinic(test.db)
  patient = await aPatient(test.db, clinic)
  token = await test.tokenOf(clinic.admin)
})
afterAll(() => test.close())

const caseFile = (name: string) => readFile(new URL(`../../../testing/case-files/${name}`, import.meta.url))
const aboutPatient = (kind: 'person_file' | 'message_attachment') => ({
  token,
  clinic,
  kind,
  patientId: patient.patientId,
})

it.each([
  'readings-with-printer-settings.xlsx',
  'letter-with-embedded-sheet.docx',
  'trailing-4k.pdf',
  'trailing-html.pdf',
  'no-eof-mark.pdf',
])('%s is stored unchanged', async (name) => {
  const bytes = await caseFile(name)
  for (const kind of ['person_file', 'message_attachment'] as const) {
    const id = fileIdOf(await upload(test, { ...aboutPatient(kind), name }, bytes))
    const { headers } = await test.ask(`/files/v1/${id}`, { token, clinic })
    expect(headers.get('content-disposition')).toContain(`filename="${name}"`)
    expect(headers.get('content-length')).toBe(String(bytes.length))
  }
})

it.each(['letter-macro.docm', 'letter-macro.docx'])(
  'a macro document named %s is refused with the remedy',
  async (name) => {
    const file = { ...aboutPatient('person_file'), name }
    const { status, text } = await upload(test, file, await caseFile('letter-macro.docm'))
    const { code, message } = JSON.parse(text)
    expect([status, code, message]).toEqual([415, 'file_has_macros', errorTexts.file_has_macros])
    expect(message).toMatch(/macros.*save it as .*without macros/)
  },
)
