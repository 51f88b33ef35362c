import { expect, test } from 'vitest'
import { publicPageOf } from '#domain/marketing/public-pages.ts'
import { fillHead } from './html-page.ts'

const html = '<head>\n    <title>Carefold</title>\n  </head>'
const settings = { productName: 'Carefold' }

test('a public page has its own title and description before scripts run', () => {
  const found = publicPageOf('/pricing')
  const picture = 'https://carefold.example/social/pricing.png'
  const filled = fillHead(
    html,
    settings,
    found && { ...found, address: 'https://carefold.example/pricing', picture },
  )
  expect(filled).toContain(`<meta property="og:image" content="${picture}" />`)
  expect(filled).toContain('<title>Plans for every clinic · Carefold</title>')
  expect(filled).toContain('<meta name="description" content="Start small and move up')
  expect(filled).toContain('<link rel="canonical" href="https://carefold.example/pricing" />')
  expect(filled.match(/<title>/g)).toHaveLength(1)
})

test('texts cannot become markup', () => {
  const head = { title: '$& <b>', description: '"><script>', address: 'https://carefold.example/' }
  const filled = fillHead(html, settings, head)
  expect(filled).toContain('<title>$&amp; &lt;b> · Carefold</title>')
  expect(filled).toContain('content="&quot;>&lt;script>"')
})

test('every other page has the product’s name only', () => {
  expect(fillHead(html, settings, null)).toBe(html)
})
