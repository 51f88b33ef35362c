import { expect, it } from 'vitest'
import { articleDocument } from '../content/document.ts'
import { offlineLessonPage, offlineListPage } from './offline-page.ts'

const attack = `</title></main><script>alert(1)</script><img src=x onerror="alert(1)" '>`
const text = (words: string) => ({ type: 'text', text: words })
const draw = (content: object[], pictureOf: (fileId: string) => string | null = () => null) =>
  offlineLessonPage(
    {
      title: attack,
      description: attack,
      document: articleDocument.parse({ type: 'doc', content }) as never,
      keptOn: 'Nov 23, 2026',
    },
    ['/assets/main.css'],
    '/learn',
    pictureOf,
  )
const tags = (html: string) => [...html.matchAll(/<([a-z0-9]+)[ >]/g)].map(([, tag]) => tag)

it('escapes every text of a lesson', () => {
  const html = draw([
    { type: 'heading', attrs: { level: 2 }, content: [text(attack)] },
    { type: 'paragraph', content: [text(attack)] },
  ])
  expect(tags(html)).toEqual('html head meta meta title link body main p a h1 p p div h2 p'.split(' '))
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;script&gt;')
})

it('the list escapes titles and paths', () => {
  const html = offlineListPage([{ path: `/learn/"><script>`, title: attack }], ['/assets/main.css'])
  expect(tags(html)).toEqual('html head meta meta title link body main h1 p ul li a'.split(' '))
})

it('replaces a picture that is not stored by its description', () => {
  const picture = {
    type: 'picture',
    attrs: { fileId: '5f0c1d54-0c4b-4b2e-9d0e-0d9a1c3b7a11', alt: 'A knee', caption: '' },
  }
  expect(draw([picture])).toContain('<figure><p>A knee</p></figure>')
  expect(draw([picture], (id) => `/kept-lessons/${id}`)).toContain(
    '<img src="/kept-lessons/5f0c1d54-0c4b-4b2e-9d0e-0d9a1c3b7a11" alt="A knee">',
  )
})
