import sharp from 'sharp'
import { expect, it } from 'vitest'
import { PictureRefused, redrawPicture } from './pictures.ts'

const ada = { clinicId: 'a', ownerId: 'ada' }
const size = { width: 800, height: 400, compact: true }
const svg = (inside: string, open = 'width="40" height="20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${open}>${inside}</svg>`)
const draw = (bytes: Buffer, owner = ada) => redrawPicture(owner, async () => bytes, 'image/svg+xml', size)
const square = svg('<rect width="9" height="9"/>')
/** Few elements, each of which takes a long time. */
const slow = svg(
  `<filter id="f"><feTurbulence baseFrequency="0.01" numOctaves="100000"/></filter>${'<rect width="6000" height="6000" filter="url(#f)"/>'.repeat(50)}`,
  'width="6000" height="6000"',
)

it('draws a drawing as pixels of the requested size', async () => {
  const picture = await draw(square)
  expect([picture.mediaType, picture.width, picture.height]).toEqual(['image/webp', 800, 400])
  const { format, width, height } = await sharp(picture.bytes).metadata()
  expect([format, width, height]).toEqual(['webp', 800, 400])
})

it('stops a drawing that takes too long, and draws the next picture', async () => {
  const [refused, next] = await Promise.allSettled([
    draw(slow),
    draw(square, { clinicId: 'b', ownerId: 'bob' }),
  ])
  expect(refused.status === 'rejected' && refused.reason).toBeInstanceOf(PictureRefused)
  expect(next.status).toBe('fulfilled')
}, 60_000)

it('draws another clinic’s picture before the second of a user with many', async () => {
  const order: string[] = []
  const drawAs = (name: string, owner: typeof ada) =>
    redrawPicture(
      owner,
      async () => {
        order.push(name)
        return square
      },
      'image/svg+xml',
      size,
    )
  await Promise.all([
    drawAs('a0', ada),
    drawAs('a1', ada),
    drawAs('a2', ada),
    drawAs('b0', { clinicId: 'b', ownerId: 'bob' }),
  ])
  expect(order).toEqual(['a0', 'a1', 'b0', 'a2'])
})

it('reads a picture only in its turn', async () => {
  let reading = 0
  let most = 0
  await Promise.all(
    [1, 2, 3].map(() =>
      redrawPicture(
        ada,
        async () => {
          most = Math.max(most, ++reading)
          await new Promise((resolve) => setImmediate(resolve))
          reading -= 1
          return square
        },
        'image/svg+xml',
        size,
      ),
    ),
  )
  expect(most).toBe(1)
})
