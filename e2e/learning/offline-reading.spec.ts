import { joinAsPatient } from '../support/people.ts'
import { clinicOrigin, expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

// spec: B2.5 An opened article is there offline until sign-out
test('an opened article is available offline, and removed at sign-out', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const email = `offline-${Date.now().toString(36)}@example.test`
  await joinAsPatient(context, 'sunrise', { email, name: 'Otis Offline', password: 'a long enough password' })
  const page = await context.newPage()
  const hub = clinicOrigin('sunrise')
  await page.goto(`${hub}/learn`)
  await page.getByRole('link', { name: 'Read Article: Sleeping better without pills' }).first().click()
  const title = page.getByRole('heading', { level: 1, name: 'Sleeping better without pills' })
  await expect(title).toBeVisible()
  const address = page.url()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')

  await context.setOffline(true)
  await page.goto(address)
  await expect(page.getByText('You are offline. Saved on this device')).toBeVisible()
  await expect(title).toBeVisible()
  await expect(page.locator('.article h2').first()).toBeVisible()
  await expect(page).toHaveTitle('Learning Center')
  await page.getByRole('link', { name: 'Saved for reading offline' }).click()
  await page.getByRole('link', { name: 'Sleeping better without pills' }).click()
  await expect(title).toBeVisible()

  await context.setOffline(false)
  await page.goto(`${hub}/home`)
  await expectLoaded(page)
  await page.goto(`${hub}/logout`)
  await page.waitForURL(/\/login/)
  await context.setOffline(true)
  await expect(page.goto(address)).rejects.toThrow('ERR_')
  await context.close()
})
