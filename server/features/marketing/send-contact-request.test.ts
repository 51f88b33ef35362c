import { expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import { aVisitor } from '#testing/sign-in/people.ts'
import { sendContactRequest } from './send-contact-request.ts'

const test = await setUpServices()

const request = {
  about: 'demo',
  name: 'Ada <b>Lane',
  email: 'ada@clinic.test',
  clinicName: 'Lane Physio',
  message: 'When could you show us a hub?\nMornings are best.',
}
const send = (change: object = {}, operatorEmail: string | null = 'operator@carefold.test') =>
  sendContactRequest.call(
    { ...test.services, config: { ...test.services.config, operatorEmail } },
    { ...aVisitor(), address: crypto.randomUUID() },
    { ...request, ...change },
  )
const mails = () =>
  test.db.asOwner<{ subject: string; text_body: string }>(
    `select * from app.mails where template = 'contact-request' order by queued_at`,
  )

it('is stored, and mailed to the operator with the sender’s address', async () => {
  expect(await send()).toEqual({ success: true })
  expect(
    await test.db.asOwner('select about, name, email, clinic_name, message from app.contact_requests'),
  ).toEqual([
    {
      about: 'demo',
      name: 'Ada <b>Lane',
      email: 'ada@clinic.test',
      clinic_name: 'Lane Physio',
      message: request.message,
    },
  ])
  const sent = await mails()
  expect(sent).toHaveLength(1)
  expect(JSON.stringify(sent)).toContain('operator@carefold.test')
  expect(JSON.stringify(sent)).toContain('ada@clinic.test')
})

it('is stored without a mail where the operator has no address', async () => {
  const before = (await mails()).length
  await send({ email: 'noor@clinic.test', clinicName: '' }, null)
  expect(await mails()).toHaveLength(before)
  expect(
    await test.db.asOwner(`select clinic_name from app.contact_requests where email = 'noor@clinic.test'`),
  ).toEqual([{ clinic_name: null }])
})

it('is refused at its field', async () => {
  await expect(send({ email: 'nobody' })).rejects.toMatchObject({ code: 'invalid_input' })
})
