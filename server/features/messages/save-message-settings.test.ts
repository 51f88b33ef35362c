import { beforeEach, expect, it } from 'vitest'
import { messageTexts } from '#domain/texts/messages.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { saveMessageSettings } from './save-message-settings.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const save = (by: Member, changes: object = {}) =>
  saveMessageSettings.call(test.services, by.caller(), {
    version: 0,
    replyWithin: 'one_day',
    awayText: ' We are closed until Monday. ',
    awayFrom: '2026-05-01',
    awayUntil: '2026-05-03',
    ...changes,
  })
const stored = async () =>
  (
    await test.db.asOwner(
      `select reply_within, away_text, away_from::text, away_until::text, version from message_settings
        where clinic_id = $1`,
      [clinic.id],
    )
  )[0]

it('stores the texts for patients, and clears empty ones', async () => {
  expect(await save(clinic.admin)).toEqual({ version: 1 })
  expect(await stored()).toEqual({
    reply_within: 'one_day',
    away_text: 'We are closed until Monday.',
    away_from: '2026-05-01',
    away_until: '2026-05-03',
    version: 1,
  })
  await save(clinic.admin, { version: 1, replyWithin: '', awayText: '', awayFrom: '', awayUntil: '' })
  expect(await stored()).toEqual({
    reply_within: null,
    away_text: null,
    away_from: null,
    away_until: null,
    version: 2,
  })
})

it('refuses a save on top of a newer one; of two first saves one wins', async () => {
  const saves = await Promise.allSettled([save(clinic.admin), save(clinic.admin)])
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(save(clinic.admin)).rejects.toMatchObject({ code: 'changed_elsewhere' })
})

it.each([
  [{ awayUntil: '2026-04-30' }, 'awayUntil', messageTexts.settings.untilBeforeFrom],
  [{ awayText: '' }, 'awayText', messageTexts.settings.awayMissing],
  [{ awayText: 'a'.repeat(501) }, 'awayText', messageTexts.settings.awayTooLong],
])('refuses at the field: %j', async (changes, path, message) => {
  await expect(save(clinic.admin, changes)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path, message }],
  })
})
