import type { Page } from '@playwright/test'
import { refuseStorage, storageRefused } from '../support/device.ts'
import { operatorAnswers } from '../support/operator-answers.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin, expectLoaded } from '../support/product.ts'
import { markupOf, numbersOn, plantStoredTexts } from '../support/stored-text.ts'
import { finderFor, type Reader, storedTextPages } from '../support/stored-text-pages.ts'
import { expect, test } from '../support/test.ts'

/*
 * Every page with stored text, with hostile texts in every field of every answer (docs/threats.md T11): they stay text,
 * including fields added later. The browser refuses storage (docs/decisions/0174), as it does for all other pages in
 * e2e/pages/untrusted-device.spec.ts.
 */
const sunrise = clinicOrigin('sunrise')
// some thirty pages each
test.setTimeout(300_000)

/** Opens each on-demand part and tab of a page. */
async function openParts(page: Page, look: () => Promise<void>): Promise<void> {
  for (const control of [
    page.getByRole('button', { name: /^Show (?!.*Presentation|password)/ }),
    page.getByRole('main').getByRole('tab'),
  ])
    for (const part of await control.all()) {
      if (!(await part.isVisible())) continue
      await part.click()
      await expectLoaded(page)
      await look()
    }
}

/** Minimum number of fields with hostile text per reader, so that the test cannot pass without any. */
const fewest: Record<Reader, number> = { admin: 100, patient: 10, beatrice: 1 }

for (const reader of ['admin', 'patient', 'beatrice'] satisfies Reader[])
  test(`hostile texts stay text on every page of ${reader}, without storage`, async ({
    browser,
    request,
    browserErrors,
  }) => {
    const page = await openAs(browser, `${reader}@sunrise.test`, null)
    await refuseStorage(page.context())
    const { planted } = await plantStoredTexts(page.context(), operatorAnswers)
    const find = await finderFor(request, reader)
    const cases = new Set<string>()
    for (const [name, { path, ...opened }] of Object.entries(storedTextPages)) {
      if (opened.reader !== reader) continue
      await test.step(name, async () => {
        await page.goto(`${sunrise}${typeof path === 'string' ? path : await path(find)}`)
        await expectLoaded(page)
        const look = async () => {
          await expect(page.getByText('Something went wrong'), name).toHaveCount(0)
          expect(await markupOf(page), name).toEqual([])
          const numbers = await numbersOn(page)
          for (const number of numbers) {
            const { field, texts } = planted.get(number) ?? { field: '', texts: [] }
            for (const text of texts) cases.add(`${field} ${text}`)
          }
        }
        // a page without reads is loaded before the clinic's name is read
        await expect.poll(() => numbersOn(page), name).not.toEqual([])
        await look()
        await openParts(page, look)
      })
    }
    const fields = new Set([...cases].map((each) => each.slice(0, each.lastIndexOf(' '))))
    test.info().annotations.push({ type: 'T11', description: `${fields.size} fields, ${cases.size} cases` })
    expect(cases.size).toBeGreaterThan(fewest[reader])
    expect(browserErrors.filter((error) => storageRefused.test(error))).toEqual([])
    // proves that the checks detect refused storage, and markup
    expect(await page.evaluate(() => localStorage.length).catch(String)).toMatch(storageRefused)
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('a'), { href: 'javascript:0' }))
    })
    expect(await markupOf(page)).toHaveLength(1)
    browserErrors.splice(0)
    await page.context().close()
  })
