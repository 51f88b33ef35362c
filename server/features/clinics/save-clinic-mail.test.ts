import { beforeEach, expect, it } from 'vitest'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { senderClinic } from '#server/emails/sender-clinic.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { saveClinicMail } from './save-clinic-mail.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const save = (replyTo: string, version = 0, by: Member = clinic.admin) =>
  saveClinicMail.call(test.services, by.caller(), { version, replyTo })
const sender = () =>
  test.services.transactions.withSystem('test', (tx) => senderClinic(tx, test.services.config, clinic.id))

it('is where replies to the clinic’s mails go, until it is removed', async () => {
  expect(await sender()).toMatchObject({ replyTo: null, logo: null })
  expect(await save(' Desk@Sunrise.test ')).toEqual({ version: 1 })
  expect(await sender()).toMatchObject({ replyTo: 'desk@sunrise.test', name: clinic.name })
  await save('', 1)
  expect(await sender()).toMatchObject({ replyTo: null })
  expect(
    await test.db.asOwner(
      `select details from app.audit_log where clinic_id = $1 and action = 'clinic.mail_updated' order by id`,
      [clinic.id],
    ),
  ).toEqual([{ details: { to: 'desk@sunrise.test' } }, { details: { to: null } }])
})

it('is not another clinic’s', async () => {
  const other = await aClinic(test.db)
  await save('desk@sunrise.test')
  const found = await test.services.transactions.withSystem('test', (tx) =>
    senderClinic(tx, test.services.config, other.id),
  )
  expect(found.replyTo).toBeNull()
})

it('refuses a save on top of a newer one; of two first saves one wins', async () => {
  const saves = await Promise.allSettled([save('one@sunrise.test'), save('two@sunrise.test')])
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(save('desk@sunrise.test')).rejects.toMatchObject({ code: 'changed_elsewhere' })
})

it.each([
  ['desk', clinicTexts.mail.invalid],
  ['one@sunrise.test, two@sunrise.test', clinicTexts.mail.invalid],
  ['desk@sunrise.test\r\nBcc: all@sunrise.test', clinicTexts.mail.invalid],
  [`${'a'.repeat(250)}@sunrise.test`, clinicTexts.mail.invalid],
  ['Hello@carefold.localhost', clinicTexts.mail.isSender],
])('refuses at the field: %j', async (replyTo, message) => {
  await expect(save(replyTo)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'replyTo', message }],
  })
})
