import { expectAccessible } from '../support/accessibility.ts'
import { inviteTo, openAs } from '../support/people.ts'
import { advanceClock } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const run = Date.now().toString(36)

test('expired invitations are sent again at once, after a question', async ({ browser, request }) => {
  const emails = [`late-1@${run}.test`, `late-2@${run}.test`]
  for (const email of emails) await inviteTo(request, 'sunrise', { email, role: 'patient', name: '' })
  await advanceClock(request, 'P4D')
  const page = await openAs(browser, 'staff@sunrise.test', '/members?status=invited', {
    viewport: { width: 390, height: 900 },
  })
  const resend = page.getByRole('button', { name: /^Resend \d+ expired invitations?$/ })
  const count = Number(/\d+/.exec((await resend.textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThanOrEqual(2)
  await resend.click()
  const question = page.getByRole('alertdialog', { name: `Resend ${count} expired invitations?` })
  await expectAccessible(page)
  await question.getByRole('button', { name: `Resend ${count} expired invitations` }).click()
  await expect(page.getByText(`${count} invitations were sent.`)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Status', { exact: true })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await expect(resend).toHaveCount(0)
  await page.context().close()
})
