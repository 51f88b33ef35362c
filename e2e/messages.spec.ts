import { expectAccessible } from './support/accessibility.ts'
import { openAs } from './support/people.ts'
import { clinicOrigin, serverAddress } from './support/product.ts'
import { expect, test } from './support/test.ts'

/*
 * A patient and the team exchange messages live (docs/decisions/0045); a patient gives feedback (docs/specification.md
 * B2.4). Only this journey uses Luis Ortega.
 */
const sunrise = clinicOrigin('sunrise')
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

test('a patient and the team write to each other', async ({ browser, browserErrors }) => {
  const luis = await openAs(browser, 'luis@sunrise.test', '/home', { viewport: phone })
  await luis.getByRole('link', { name: 'Write a message' }).click()
  await luis.getByText('Not for emergencies. More').click()
  await expect(luis.getByText('Sunrise Family Clinic usually answers within one working day.')).toBeVisible()
  const ask = luis.getByLabel('Write to Sunrise Family Clinic')
  const words = `Is the flu shot part of my plan? ${'A'.repeat(60)}`
  await ask.fill(words)
  await luis.reload()
  await expect(ask).toHaveValue(words)
  await ask.press('Control+Enter')
  await ask.press('Control+Enter')
  const seen = luis.getByRole('log', { name: 'Messages with Sunrise Family Clinic' })
  await expect(seen.getByText(words)).toHaveCount(1)
  await expect(ask).toHaveValue('')
  await expect(seen.getByText('Sent')).toBeVisible()

  const staff = await openAs(browser, 'staff@sunrise.test', '/messages', { viewport: desk })
  await expect(staff.getByRole('link', { name: /^Messages \d/ })).toBeVisible()
  await staff.getByRole('link', { name: /Luis Ortega/ }).click()
  const thread = staff.getByRole('log', { name: 'Messages with Luis Ortega' })
  await expect(thread.getByText(words)).toBeVisible()
  await expect(seen.getByText('Seen by Sunrise Family Clinic')).toBeVisible()
  await staff.getByLabel('Assigned to').selectOption({ label: 'Elena Ruiz (you)' })
  await expect(staff.getByText('Assigned to Elena Ruiz')).toBeVisible()

  await staff.getByLabel('Write to Luis Ortega').fill('It is. Come any morning this week.')
  await staff.locator('input[type=file]').setInputFiles({
    name: 'Flu shot.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Please eat something before you come.\n'),
  })
  await expect(staff.getByRole('button', { name: 'Remove Flu shot.txt' })).toBeVisible()
  // a refused file leaves the list when another is chosen, and when the message is sent
  const refused = staff.getByRole('list', { name: 'Uploads' }).getByRole('listitem')
  for (const name of ['Empty.txt', 'Also empty.txt']) {
    await staff
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await expect(refused).toContainText([name])
    await expect(refused).toHaveCount(1)
  }
  await staff.getByRole('button', { name: 'Send message' }).click()
  await expect(thread.getByText('It is. Come any morning this week.')).toBeVisible()
  await expect(refused).toHaveCount(0)

  await expect(seen.getByText('It is. Come any morning this week.')).toBeVisible()
  const download = luis.waitForEvent('download')
  await seen.getByRole('link', { name: /^Download Flu shot.txt/ }).click()
  expect((await download).suggestedFilename()).toBe('Flu shot.txt')
  await expect(thread.getByText('Seen by Luis Ortega')).toBeVisible()

  await staff.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(staff.getByText(/^Closed by Elena Ruiz on/)).toBeVisible()
  await expect(staff.getByRole('list', { name: 'Conversations' }).getByText('Luis Ortega')).toHaveCount(0)
  // the message arrives but its answer is lost: the text stays, and a retry sends it once
  const thanks = 'Thank you, see you on Thursday.'
  await luis.route('**/functions/v1/send-message', async (route) => {
    // by IP address: Node may not resolve *.localhost
    const url = route.request().url().replace(sunrise, serverAddress)
    const headers = { ...(await route.request().allHeaders()), 'x-clinic': 'sunrise' }
    expect((await route.fetch({ url, headers })).status()).toBe(200)
    await route.fulfill({ status: 500, body: '{}' })
  })
  await ask.fill(thanks)
  await luis.getByRole('button', { name: 'Send message' }).click()
  await expect(luis.getByText('Your message was not sent. It is still here.')).toBeVisible()
  await expect(ask).toHaveValue(thanks)
  await luis.unroute('**/functions/v1/send-message')
  browserErrors.splice(0)
  await luis.getByRole('button', { name: 'Try again' }).click()
  await expect(ask).toHaveValue('')
  await expect(seen.getByText(thanks)).toHaveCount(1)
  await expect(staff.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
  await expect(staff.getByRole('list', { name: 'Conversations' }).getByText('Luis Ortega')).toBeVisible()
})

// spec: B2.4 Share Feedback leads to the feedback of the clinic
test('a patient gives feedback, and the clinic answers it', async ({ browser }) => {
  const luis = await openAs(browser, 'luis@sunrise.test', '/home', { viewport: phone })
  await luis.getByRole('link', { name: 'Share Feedback' }).click()
  await luis.getByRole('button', { name: 'Send feedback' }).click()
  await expect(luis.getByText('Choose from one to five.').last()).toBeVisible()
  await luis.getByRole('radio', { name: '4 of 5: Very good' }).check({ force: true })
  await luis.getByLabel('What should the clinic know?').fill('The new waiting room is lovely.')
  await luis.getByLabel('Yes, call me').check()
  await luis.getByLabel('Phone').fill('(212) 555-0155')
  await expectAccessible(luis)
  await luis.getByRole('button', { name: 'Send feedback' }).click()
  await expect(luis.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  const staff = await openAs(browser, 'staff@sunrise.test', '/clinic/feedback', { viewport: desk })
  const card = staff.getByRole('listitem').filter({ hasText: 'The new waiting room is lovely.' })
  await expect(card.getByRole('link', { name: 'Call (212) 555-0155' })).toBeVisible()
  await card.getByRole('button', { name: /^Mark as answered: feedback from Luis Ortega/ }).click()
  await expect(card).toHaveCount(0)
  await staff.getByRole('tab', { name: 'Answered' }).click()
  await expect(card.getByText(/^Answered by Elena Ruiz on/)).toBeVisible()

  await luis.goto(`${sunrise}/feedback`)
  await expect(luis.getByRole('listitem').filter({ hasText: 'waiting room' })).toContainText('Answered')
})
