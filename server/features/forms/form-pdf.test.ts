import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { FormPdf } from '#domain/forms/forms.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aField, aForm, aFormFile, aFormRequest } from '#testing/forms.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { formPdf } from './form-pdf.ts'

const { test, clinic } = await setUpClinic()
const read = (caller: Caller, requestId: string) =>
  formPdf.call(test.services, caller, { requestId }) as Promise<FormPdf>

it('opens for the patient and the team only, and a read by the team is recorded', async () => {
  const patient = await aPatient(test.db, clinic)
  const fields = [aField('heading'), aField('text'), aField('date', { isRequired: false })]
  const form = await aForm(test.db, clinic, { fields })
  const answers = { [fields[1]?.id ?? '']: 'One line.\nAnother line: naïve, 東京, שלום' }
  const id = await aFormRequest(test.db, clinic, patient, { form, answers, signedName: 'Dana Fox' })
  const staff = await aStaffMember(test.db, clinic)
  for (const caller of [patient.caller(), staff.caller()]) {
    const { fileName, base64 } = await read(caller, id)
    expect(fileName).toMatch(/^form-\d{4}-\d\d-\d\d\.pdf$/)
    expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  }
  const reads = await test.db.asOwner<{ actor_id: string }>(
    `select actor_id from app.audit_log where action = 'record.read' and $1 = any (patient_ids)`,
    [patient.patientId],
  )
  expect(reads.map((row) => row.actor_id)).toEqual([staff.userId])
  const neighbor = await aPatient(test.db, clinic)
  const stranger = (await aClinic(test.db)).admin
  for (const other of [neighbor, stranger])
    await expect(read(other.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
})

it('does not exist before the signature', async () => {
  const patient = await aPatient(test.db, clinic)
  const id = await aFormRequest(test.db, clinic, patient)
  await expect(read(patient.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
})

it('has the pictures of the form, names other files, and draws the signature', async () => {
  const patient = await aPatient(test.db, clinic)
  const [picture, document, drawing] = [aField('file'), aField('file'), aField('signature')]
  const form = await aForm(test.db, clinic, { fields: [picture, document, drawing] })
  const strokes = [
    [10, 20, 300, 100],
    [5, 5],
  ]
  const plain = await aFormRequest(test.db, clinic, patient, { form, signedName: 'Dana Fox' })
  const id = await aFormRequest(test.db, clinic, patient, { form, answers: { [drawing.id]: { strokes } } })
  const about = { requestId: id, by: patient.userId }
  await aFormFile(test.db, clinic, patient, { ...about, fieldId: document.id })
  const { id: fileId } = await aFormFile(test.db, clinic, patient, { ...about, fieldId: picture.id })
  const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  await test.db.asOwner(
    `update form_requests set answers = jsonb_set(answers, array[$2, 'files', '0', 'mediaType'], '"image/png"'),
            signed_at = now(), signed_name = 'D', signed_statement = 'C', signed_as = 'patient' where id = $1`,
    [id, picture.id],
  )
  const asked: string[] = []
  const services = {
    ...test.services,
    files: {
      ...test.services.files,
      bytesOf: async (_transactions: unknown, one: string) => {
        asked.push(one)
        return png
      },
    },
  }
  const pdfOf = async (requestId: string) => {
    const { base64 } = (await formPdf.call(services, patient.caller(), { requestId })) as FormPdf
    return Buffer.from(base64, 'base64').toString('latin1')
  }
  const [without, whole] = [await pdfOf(plain), await pdfOf(id)]
  expect(asked).toEqual([fileId])
  const pictures = (pdf: string) => pdf.split('/Subtype /Image').length - 1
  expect([pictures(without), pictures(whole)]).toEqual([0, 1])
})
