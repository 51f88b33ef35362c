import type { Browser } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { openAccount, openHub, takeTwoSteps } from '../support/people.ts'
import { advanceClock, ageProofs, clinicOrigin, mainOrigin } from '../support/product.ts'
import { operatorEmail } from '../support/server.ts'
import { expect, test } from '../support/test.ts'
import type { AuthenticatorApp } from '../support/two-factor.ts'

/* A clinic and the operator: support access, export and closing. The steps build on each other. */
test.describe.configure({ mode: 'serial' })

const run = Date.now().toString(36)
const password = 'quiet-river-41'
const name = `Lakeside & Daughters Practice for Family Medicine ${run}`
const subdomain = `lakeside-${run}`
const hub = clinicOrigin(subdomain)
const reason = 'Payments do not arrive: your office asked us to look at the payout account.'
const phone = { width: 390, height: 844 }

const founder = { name: 'Ines Moreau', email: `ines@${run}.test`, password }
let app: AuthenticatorApp
let admin: import('@playwright/test').Page
let operator: import('@playwright/test').Page

async function openPage(browser: Browser) {
  return (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
}

test.beforeAll(async ({ browser }) => {
  admin = await openPage(browser)
  await openHub(admin.context(), founder, { name, subdomain })
  app = await takeTwoSteps(admin.context(), founder.email, password)
  operator = await openPage(browser)
  await openAccount(operator.context(), { email: operatorEmail, password, full_name: 'Olu Perator' })
  await takeTwoSteps(operator.context(), operatorEmail, password)
})
test.afterAll(async () => {
  await admin.context().close()
  await operator.context().close()
})

const asked = () =>
  operator.getByRole('tabpanel', { name: 'Support' }).getByRole('listitem').filter({ hasText: name }).first()

async function askAndWait(): Promise<void> {
  await operator.getByRole('tab', { name: 'Clinics' }).click()
  await operator.getByLabel('Search').fill(subdomain)
  await operator.getByRole('button', { name: `Request access to ${name}` }).click()
  await operator.getByLabel('Reason').fill('too short')
  const send = operator.getByRole('alertdialog').getByRole('button', { name: 'Request access' })
  await send.click()
  await expect(operator.getByText('Enter a reason of at least ten characters.')).toBeVisible()
  await operator.getByLabel('Reason').fill(reason)
  // a press shortly after another one counts as a double click
  await expect(async () => {
    await send.click({ timeout: 1_000 })
    await expect(operator.getByRole('alertdialog')).toBeHidden({ timeout: 3_000 })
  }).toPass({ timeout: 20_000 })
  await operator.getByRole('tab', { name: 'Support' }).click()
  await expect(asked()).toContainText('Waiting for an answer')
}

test('support requests access, the clinic grants it for an hour, and both see the record', async ({
  request,
}) => {
  await test.step('requested', async () => {
    await operator.goto(`${mainOrigin}/operator`)
    await askAndWait()
    await expectAccessible(operator)
  })

  await test.step('every page of the clinic shows the request, on a phone too, with a link to decide', async () => {
    await admin.setViewportSize(phone)
    await admin.goto(`${hub}/settings/data`)
    const banner = admin.getByRole('region', { name: 'Support access' }).first()
    await expect(banner).toContainText(reason)
    await banner.getByRole('link', { name: 'Decide under Security for the team' }).click()
    await expect(admin.getByRole('list', { name: 'Earlier requests' }).getByRole('listitem')).toContainText(
      'Waiting for an answer',
    )
    await banner.getByRole('button', { name: 'Allow for 60 minutes' }).click()
    await expect(banner).toContainText('Support can see your clinic’s settings')
    await expectAccessible(admin)
  })

  await test.step('the operator reads the set-up, below a banner', async () => {
    await operator.reload()
    await operator.getByRole('tab', { name: 'Support' }).click()
    await expect(asked()).toContainText('Open now')
    await operator.getByRole('button', { name: `View settings of ${name}` }).click()
    await expect(operator.getByText(`You have support access to ${name}`)).toBeVisible()
    await expect(operator.getByRole('region', { name })).toContainText('No payout account')
    await operator.setViewportSize(phone)
    await expectAccessible(operator)
  })

  await test.step('after an hour the access ends for both', async () => {
    await advanceClock(request, 'PT61M')
    await operator.reload()
    await operator.getByRole('tab', { name: 'Support' }).click()
    await expect(asked()).toContainText('Ended')
    await expect(asked().getByRole('button')).toHaveCount(0)
    await admin.reload()
    await expect(admin.getByRole('list', { name: 'Earlier requests' })).toContainText('Ended')
    await expect(admin.getByText('Support can see your clinic’s settings')).toBeHidden()
  })

  await test.step('a request is withdrawn, and the clinic ends another access at once', async () => {
    await askAndWait()
    await asked().getByRole('button', { name: 'Withdraw request' }).click()
    await expect(operator.getByText('The request was withdrawn')).toBeVisible()
    await askAndWait()
    await admin.reload()
    await admin.getByRole('button', { name: 'Allow for 60 minutes' }).click()
    await admin.getByRole('button', { name: 'End access' }).click()
    await expect(admin.getByText('The access has ended')).toBeVisible()
    await expect(
      admin.getByRole('list', { name: 'Earlier requests' }).getByText('Ended', { exact: true }),
    ).toHaveCount(2)
  })
})

test('an admin exports all data, closes the clinic, reopens it, and closes it for good', async ({
  request,
}) => {
  await admin.goto(`${hub}/settings/data`)
  const closing = admin.getByRole('region', { name: 'Close the clinic' })
  const confirm = admin.getByRole('dialog', { name: 'Confirm that it is you' })

  await test.step('one archive with all data, after a question and a fresh second step', async () => {
    await admin.getByRole('button', { name: 'Download archive' }).click()
    const question = admin.getByRole('alertdialog')
    await expect(question).toContainText('The archive is not encrypted')
    await expectAccessible(admin)
    await ageProofs(request, founder.email)
    await question.getByRole('button', { name: 'Download archive' }).click()
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect(admin.getByText('Please confirm first that it is you')).toBeVisible()

    await admin.getByRole('button', { name: 'Download archive' }).click()
    const download = admin.waitForEvent('download')
    await question.getByRole('button', { name: 'Download archive' }).click()
    await confirm.getByLabel('Code').fill('000000')
    await admin.keyboard.press('Enter')
    await expect(confirm.getByText('That code is wrong')).toBeVisible()
    await expectAccessible(admin)
    await admin.keyboard.type(await app.nextCode())
    await admin.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^carefold-${subdomain}-[\\d-]+\\.zip$`))
    await expect(admin.getByText('Archive downloaded')).toBeVisible()
  })

  const close = async (typed?: string) => {
    await closing.getByRole('button', { name: 'Close the clinic' }).click()
    const question = admin.getByRole('alertdialog', { name: `Close ${name}?` })
    await expect(question).toContainText('One person is emailed now')
    const action = question.getByRole('button', { name: 'Close the clinic' })
    if (typed) {
      await question.getByRole('textbox').fill(typed)
      await action.click()
      await expect(question).toContainText('This is not the name of your clinic.')
      await expectAccessible(admin)
    }
    await question.getByRole('textbox').fill(name)
    await action.click()
    await expect(closing).toContainText('This clinic is closing')
  }

  await test.step('only its name closes it, and it can be reopened for thirty days', async () => {
    await expect(closing).toContainText('Team and patients are emailed at once')
    await close('Lakeside')
    await closing.getByRole('button', { name: 'Keep the clinic open' }).click()
    await expect(admin.getByText('The clinic stays open')).toBeVisible()
    await expect(closing.getByRole('button', { name: 'Close the clinic' })).toBeVisible()
  })

  await test.step('then its address answers as an unknown one', async () => {
    await close()
    await advanceClock(request, 'P31D')
    await expect(async () => {
      await admin.goto(`${hub}/`)
      await expect(admin.getByRole('heading', { name: 'Clinic Not Found' })).toBeVisible({ timeout: 4_000 })
    }).toPass()
  })
})
