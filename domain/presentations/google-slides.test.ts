import { expect, it } from 'vitest'
import {
  googleEmbedAddress,
  googlePresentationId,
  readGooglePresentation,
  slidesReturn,
} from './google-slides.ts'

const id = '1EAYk18WDjIG-zp_0vLm3CsfQh_i8eXc67Jo2O9C6Vuc'

it.each([
  `https://docs.google.com/presentation/d/${id}/edit#slide=id.p`,
  `https://docs.google.com/presentation/d/${id}`,
  ` https://docs.google.com/presentation/u/1/d/${id}/edit?usp=sharing `,
])('%j names a presentation', (address) => {
  expect(googlePresentationId(address)).toBe(id)
})

it.each([
  '',
  id,
  `http://docs.google.com/presentation/d/${id}/edit`,
  `https://docs.google.com.example.org/presentation/d/${id}/edit`,
  `https://docs.google.com/document/d/${id}/edit`,
  'https://docs.google.com/presentation/d/e/2PACX-1vQ/pub',
  'https://docs.google.com/presentation/d/../../x/edit',
  'javascript:alert(1)',
])('%j names no presentation', (address) => {
  expect(googlePresentationId(address)).toBeNull()
})

const shape = (content: string, type?: string) => ({
  shape: { ...(type && { placeholder: { type } }), text: { textElements: [{ textRun: { content } }] } },
})

it('reads text, tables, groups, descriptions of pictures, and speaker’s notes', () => {
  const answer = {
    title: 'Strong knees',
    slides: [
      {
        objectId: 'p1',
        pageElements: [
          shape('Bend\vslowly\n'),
          { elementGroup: { children: [shape('in a group')] } },
          {
            table: {
              tableRows: [
                { tableCells: [{ text: shape('Day').shape.text }, { text: shape('Times').shape.text }] },
              ],
            },
          },
          { image: {}, description: 'A knee' },
        ],
        slideProperties: {
          notesPage: { pageElements: [shape('1', 'SLIDE_IMAGE'), shape('Show it with a chair', 'BODY')] },
        },
      },
      { objectId: 'p2', slideProperties: { isSkipped: true } },
      { objectId: 'p3' },
    ],
  }
  expect(readGooglePresentation(answer)).toEqual({
    title: 'Strong knees',
    slides: [
      { pageId: 'p1', text: 'Bend\nslowly\nin a group\nDay · Times\nA knee', notes: 'Show it with a chair' },
      { pageId: 'p3', text: '', notes: '' },
    ],
  })
})

it.each([null, undefined, 'text', {}, { slides: 'x' }, { title: 1, slides: [{}] }])(
  'reads nothing from %j',
  (answer) => {
    expect(readGooglePresentation(answer)).toEqual({ title: '', slides: [] })
  },
)

it.each([{ code: '4/0A&x=#', state: 'sealed_-' }, 'denied'] as const)(
  'returns %j in the address',
  (answer) => {
    expect(slidesReturn.read(slidesReturn.write(answer))).toEqual(answer)
  },
)

it.each(['', '#other', '#google-slides='])('reads no answer in %j', (hash) => {
  expect(slidesReturn.read(hash)).toBeNull()
})

it('builds frame addresses from ids only', () => {
  expect(googleEmbedAddress('../x', '"><script>')).toBe(
    'https://docs.google.com/presentation/d/..%2Fx/embed?rm=minimal&slide=id.%22%3E%3Cscript%3E',
  )
})
