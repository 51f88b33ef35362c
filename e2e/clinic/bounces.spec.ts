import { expectAccessible } from '../support/accessibility.ts'
import { aDeskVisit } from '../support/desk-visits.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { advanceClock, buttonOf, clinicOrigin, mainOrigin, newestMail } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const viewport = { width: 390, height: 900 }
const password = 'a quiet long password'

test('a later bounce is counted, shown with what to do, and ends with a proof of the address', async ({
  browser,
  request,
}) => {
  const run = crypto.randomUUID().slice(0, 6)
  const [name, email, kind] = [`Bea Bounce ${run}`, `bea-${run}@bounces.test`, `Call ${run}`]
  const own = await browser.newContext({ viewport })
  await joinAsPatient(own, 'sunrise', { email, name, password })
  const { patientId } = await aDeskVisit(request, 'sunrise', { email, kind })

  const page = await openAs(browser, 'admin@sunrise.test', '/messages/many', { viewport })
  const subject = `Closed on Friday ${run}`
  const write = async () => {
    await page.getByLabel('Send by').selectOption({ label: 'Email' })
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Patients of a kind of visit' })
    await page.getByLabel('Kind of visit').selectOption({ label: kind })
    await page.getByLabel('Subject').fill(subject)
    await page.getByRole('textbox', { name: 'Message' }).fill('We are closed on Friday.')
    await page.getByRole('button', { name: 'Preview' }).click()
  }
  await write()
  await page.getByRole('button', { name: 'Send to 1 patient' }).click()
  await expect(page.getByText('Sending has begun')).toBeVisible()
  // past the patient's night
  await advanceClock(request, 'PT12H')
  const mail = await newestMail(request, email, new RegExp(subject))

  const mailbox = await browser.newPage()
  await mailbox.goto(`${mainOrigin}/dev/mail/${mail.id}`)
  await mailbox.getByRole('button', { name: 'Report: no such address' }).click()
  await expect(mailbox.getByText('Reported: no_address')).toBeVisible()

  await page.reload()
  const row = page.getByRole('region', { name: 'Sent before' }).getByRole('listitem').filter({ hasText: run })
  await expect(row).toContainText('1 sent, 1 bounced, 1 address does not exist')
  await expectAccessible(page)
  await write()
  await expect(page.getByText('1 with an address that does not exist')).toBeVisible()

  await page.goto(`${clinicOrigin('sunrise')}/members/${patientId}`)
  await expect(page.getByText(/^Email bounced on .+: the address does not exist$/)).toBeVisible()
  await expect(page.getByText('Call the patient: only they can change or confirm the address')).toBeVisible()
  await expectAccessible(page)

  const portal = await own.newPage()
  await portal.goto(`${clinicOrigin('sunrise')}/profile`)
  await expect(portal.getByText(/^An email to your address came back on /)).toBeVisible()
  await expectAccessible(portal)
  await portal.getByRole('button', { name: 'Email me a link' }).dblclick()
  await expect(portal.getByText(`A link is on its way to ${email}.`).first()).toBeVisible()
  await portal.goto(buttonOf(await newestMail(request, email, /^Sign in to /)))
  await portal.getByRole('button', { name: 'Sign in' }).click()
  await portal.waitForURL(/\/profile/)
  await expect(portal.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(portal.getByText('Email me a link')).toBeHidden()
  await page.reload()
  await expect(page.getByText(email).first()).toBeVisible()
  await expect(page.getByText(/^Email bounced on /)).toBeHidden()

  // as a mail program does: the page opens, and only the POST ends the consent
  const { unsubscribeUrl } = mail as unknown as { unsubscribeUrl: string }
  await portal.goto(unsubscribeUrl)
  await expect(portal.getByRole('button', { name: 'Stop these emails' })).toBeVisible()
  const press = () =>
    portal.evaluate(async (url) => {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      return (await fetch(url, { method: 'POST', body, credentials: 'omit', redirect: 'error' })).status
    }, unsubscribeUrl)
  expect([await press(), await press()]).toEqual([200, 200])
  await page.goto(`${clinicOrigin('sunrise')}/messages/many`)
  await expect(row).toContainText('1 unsubscribed')
  await own.close()
  await mailbox.close()
  await page.context().close()
})
