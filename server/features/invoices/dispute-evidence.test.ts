// Files for the bank with the answer to a dispute (docs/decisions/0075).
import { expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aDispute } from '#testing/money/disputes.ts'
import { aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { fileIdOf, upload } from '#testing/uploads.ts'
import { answerDispute } from './answer-dispute.ts'

const test = await setUpServer()
const clinic = await test.aSellingClinic()
const other = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic)

const pdf = '%PDF-1.7\nthe agreement\n%%EOF\n'

async function send(by: Member, patientId: string, bytes = pdf, name = 'agreement.pdf') {
  const token = await test.tokenOf(by)
  return upload(test, { token, clinic, kind: 'dispute_evidence', patientId, name }, bytes)
}
const answer = (disputeId: string, files: { fileId: string; kind: string }[]) =>
  test.call(answerDispute, clinic.admin.caller(), {
    disputeId,
    evidence: 'They agreed on the first day.',
    files,
    attempt: crypto.randomUUID(),
  })
const stored = (fileId: string) =>
  test.db.asOwner(
    'select dispute_id, evidence_of, attached_at is not null as is_attached from patient_files where file_id = $1',
    [fileId],
  )

// spec: B2.9 A dispute is answered with files
it('are sent to the bank once under their purpose, and stored with the dispute', async () => {
  const { patient, disputeId } = await aDispute(test, clinic, plan)
  await test.runDue()
  const agreement = fileIdOf(await send(clinic.admin, patient.patientId))
  const receipt = fileIdOf(await send(clinic.admin, patient.patientId, pdf, 'receipt.pdf'))
  const files = [
    { fileId: agreement, kind: 'customer_signature' },
    { fileId: receipt, kind: 'receipt' },
  ]
  await expect(
    answer(disputeId, [...files, { fileId: agreement, kind: 'refund_policy' }]),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await answer(disputeId, files)).toEqual({ status: 'under_review' })
  const inClinic = { stripeAccount: clinic.account }
  const { evidence } = await test.client.disputes.retrieve(disputeId, {}, inClinic)
  expect(evidence).toMatchObject({ uncategorized_text: 'They agreed on the first day.', refund_policy: null })
  const sent = await test.client.files.retrieve(String(evidence.customer_signature), {}, inClinic)
  expect(sent).toMatchObject({ filename: 'agreement.pdf', type: 'pdf', size: pdf.length })
  expect((await test.client.files.list({}, inClinic)).data).toHaveLength(2)
  expect(await stored(agreement)).toEqual([
    { dispute_id: disputeId, evidence_of: 'customer_signature', is_attached: true },
  ])
  const list = '/rest/v1/disputes?select=id,files:patient_files(name,evidence_of)&order=id'
  const shown = await test.ask(list, { token: await test.tokenOf(clinic.admin), clinic })
  expect(JSON.parse(shown.text)).toEqual([
    {
      id: disputeId,
      files: expect.arrayContaining([{ name: 'agreement.pdf', evidence_of: 'customer_signature' }]),
    },
  ])
}, 60_000)

it('are refused if of another member, another patient, another kind or used before', async () => {
  const { patient, disputeId } = await aDispute(test, clinic, plan)
  await test.runDue()
  const about = (await aPatient(test.db, clinic)).patientId
  const elsewhere = fileIdOf(await send(clinic.admin, about))
  const ordinary = fileIdOf(
    await upload(
      test,
      {
        token: await test.tokenOf(clinic.admin),
        clinic,
        kind: 'message_attachment',
        patientId: patient.patientId,
      },
      pdf,
    ),
  )
  for (const fileId of [elsewhere, ordinary, crypto.randomUUID()])
    await expect(answer(disputeId, [{ fileId, kind: 'receipt' }])).rejects.toMatchObject({
      code: 'not_found',
    })
  expect(await stored(elsewhere)).toEqual([{ dispute_id: null, evidence_of: null, is_attached: false }])
  await expect(
    test.call(answerDispute, other.admin.caller(), {
      disputeId,
      evidence: 'x',
      files: [],
      attempt: crypto.randomUUID(),
    }),
  ).rejects.toMatchObject({ code: 'not_found' })
}, 60_000)

it('are for members who may answer; staff cannot read them', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  const staff = await aStaffMember(test.db, clinic)
  expect((await send(staff, patientId)).status).toBe(403)
  fileIdOf(await send(clinic.admin, patientId))
  const read = await test.ask('/rest/v1/patient_files?select=file_id&kind=eq.dispute_evidence', {
    token: await test.tokenOf(staff),
    clinic,
  })
  expect(JSON.parse(read.text)).toEqual([])
})

it.each([
  ['a program', 'MZ this is a program'],
  ['plain text', 'words'],
])('%s is refused', async (_what, bytes) => {
  const { patientId } = await aPatient(test.db, clinic)
  const { status, text } = await send(clinic.admin, patientId, bytes)
  expect([status, JSON.parse(text).code]).toEqual([415, 'file_type_refused'])
})
