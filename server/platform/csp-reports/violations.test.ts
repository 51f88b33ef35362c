import { describe, expect, it } from 'vitest'
import { readViolations } from './violations.ts'

const own = 'https://sunrise.carefold.example'
const modern = (body: object, type = 'csp-violation') => ({ type, age: 3, url: `${own}/`, body })
const read = (json: unknown) => readViolations(JSON.stringify(json))

describe('a report', () => {
  it('of the Reporting API yields directive, blocked source and page', () => {
    const body = {
      ...{ effectiveDirective: 'script-src-elem', blockedURL: 'inline', disposition: 'enforce' },
      ...{ documentURL: `${own}/members/0197a3f0?tab=notes#last`, sample: 'alert(1)', statusCode: 200 },
    }
    expect(read([modern(body), modern({ id: 'x' }, 'deprecation')])).toEqual([
      {
        ...{ directive: 'script-src-elem', blocked: 'inline', origin: null, page: '/members/:id' },
        ...{ disposition: 'enforce', cause: 'page' },
      },
    ])
  })

  it('in the older format yields the same, from a directive and its sources in one field', () => {
    const fields = {
      ...{ 'violated-directive': "img-src 'self' data:", 'blocked-uri': 'https://elsewhere.example/a.png?b' },
      ...{ 'document-uri': `${own}/home`, 'original-policy': "img-src 'self'", disposition: 'enforce' },
    }
    expect(read({ 'csp-report': fields })).toEqual([
      {
        ...{ directive: 'img-src', blocked: 'origin', origin: 'https://elsewhere.example', page: '/home' },
        ...{ disposition: 'enforce', cause: 'page' },
      },
    ])
    expect(read({ 'csp-report': { ...fields, 'effective-directive': 'img-src' } })).toEqual(
      read({ 'csp-report': fields }),
    )
  })

  it.each([
    ['inline', 'inline', null],
    ['eval', 'eval', null],
    ['wasm-eval', 'eval', null],
    ['trusted-types-sink', 'trusted-types', null],
    ['self', 'self', null],
    [`${own}/files/v1/0197a3f0`, 'self', null],
    ['https://moonrise.carefold.example/a', 'origin', 'https://moonrise.carefold.example'],
    ['wss://user:secret@elsewhere.example:8443/a?b', 'origin', 'wss://elsewhere.example:8443'],
    ['data', 'data', null],
    ['data:text/html,my knee hurts', 'data', null],
    ['blob:https://elsewhere.example/0197a3f0', 'blob', null],
    ['about', 'other', null],
    ['javascript:alert(1)', 'other', null],
    ['my knee hurts', 'other', null],
    ['', 'other', null],
    ['__proto__', 'other', null],
    [`https://${'a'.repeat(101)}/`, 'other', null],
  ])('of “%s” keeps %s and origin %s', (blockedURL, blocked, origin) => {
    expect(read([modern({ blockedURL, documentURL: `${own}/` })])).toMatchObject([{ blocked, origin }])
  })

  it.each([
    [{ blockedURL: 'chrome-extension' }],
    [{ blockedURL: 'moz-extension://0197a3f0-0000/page.js' }],
    [{ blockedURL: 'inline', sourceFile: 'safari-web-extension://0197A3F0/content.js' }],
    [{ blockedURL: 'inline', sourceFile: 'webkit-masked-url://hidden/' }],
  ])('caused by an extension of the browser is told apart: %o', (body) => {
    expect(read([modern(body)])).toMatchObject([{ cause: 'extension' }])
    const { blockedURL, sourceFile } = body as Record<string, string>
    expect(read({ 'csp-report': { 'blocked-uri': blockedURL, 'source-file': sourceFile } })).toMatchObject([
      { cause: 'extension' },
    ])
  })

  it('with fields of other types is read as far as possible', () => {
    expect(read([modern({ effectiveDirective: 7, blockedURL: null, documentURL: ['x'] })])).toEqual([
      {
        ...{ directive: 'other', blocked: 'other', origin: null, page: 'other', disposition: 'other' },
        cause: 'page',
      },
    ])
  })

  it('contains at most twenty violations', () => {
    expect(read(Array.from({ length: 100 }, () => modern({})))).toHaveLength(20)
  })
})

it.each(['', '{', 'null', '7', '{}', '{"csp-report":[]}', '[{"type":"csp-violation"}]', '["x"]'])(
  '“%s” is not a report',
  (body) => {
    expect(readViolations(body)).toBeNull()
  },
)
