import { expect, it } from 'vitest'
import type { SavedContent } from '#domain/content/content.ts'
import { type Autosave, createAutosave, type SaveState, type Writing } from './autosave.ts'

const writing = (title: string): Writing => ({
  title,
  category: 'Wellness',
  description: '',
  coverFileId: null,
  body: { type: 'pdf', fileId: null },
})
const conflict = new Error('changed_elsewhere')
const refusal = new Error('invalid_input')

function aPage(): {
  autosave: Autosave
  states: SaveState[]
  sent: string[]
  tick(): void
  answer(error?: Error): Promise<void>
} {
  const states: SaveState[] = []
  const sent: string[] = []
  let timer: (() => void) | null = null
  let settle: { resolve(saved: SavedContent): void; reject(error: Error): void; version: number } | null =
    null
  const autosave = createAutosave(1, {
    save: (version, { title }) => {
      sent.push(`${version} ${title}`)
      return new Promise((resolve, reject) => {
        settle = { resolve, reject, version }
      })
    },
    isValid: ({ title }) => title !== '',
    isConflict: (error) => error === conflict,
    isRefusal: (error) => error === refusal,
    wait: (run) => {
      timer = run
      return () => {
        timer = null
      }
    },
    onState: (state) => states.push(state),
    onSaved: () => {},
    onFailed: () => {},
  })
  return {
    autosave,
    states,
    sent,
    tick() {
      const run = timer
      timer = null
      run?.()
    },
    async answer(error) {
      const open = settle
      settle = null
      if (error) open?.reject(error)
      else open?.resolve({ version: (open?.version ?? 0) + 1, savedAt: '', readMinutes: 1 })
      await new Promise((done) => setImmediate(done))
    },
  }
}

it('saves once after the last of several changes', async () => {
  const { autosave, states, sent, tick, answer } = aPage()
  for (const title of ['S', 'Sl', 'Sleep']) autosave.change(writing(title))
  expect(sent).toEqual([])
  tick()
  await answer()
  expect(sent).toEqual(['1 Sleep'])
  expect(states).toEqual(['waiting', 'saving', 'saved'])
})

it('saves changes made during a save after it, based on its version', async () => {
  const { autosave, sent, tick, answer } = aPage()
  autosave.change(writing('One'))
  tick()
  autosave.change(writing('Two'))
  autosave.change(writing('Three'))
  await answer()
  expect(autosave.state()).toBe('waiting')
  tick()
  await answer()
  expect(sent).toEqual(['1 One', '2 Three'])
  expect(autosave.state()).toBe('saved')
})

it('retries a failed save', async () => {
  const { autosave, states, sent, tick, answer } = aPage()
  autosave.change(writing('One'))
  tick()
  await answer(new Error('no connection'))
  expect(autosave.state()).toBe('failed')
  tick()
  await answer()
  expect(sent).toEqual(['1 One', '1 One'])
  expect(states.at(-1)).toBe('saved')
})

it('stops after a save by another editor until the writer decides', async () => {
  const { autosave, sent, tick, answer } = aPage()
  autosave.change(writing('Mine'))
  tick()
  await answer(conflict)
  autosave.change(writing('Mine, longer'))
  tick()
  expect(autosave.state()).toBe('conflict')
  expect(sent).toEqual(['1 Mine'])
  autosave.replace(5)
  await answer()
  expect(sent).toEqual(['1 Mine', '5 Mine, longer'])
  expect(autosave.state()).toBe('saved')
})

it('reports an invalid text and does not send it', async () => {
  const { autosave, sent, tick } = aPage()
  autosave.change(writing(''))
  tick()
  expect(autosave.state()).toBe('invalid')
  expect(await autosave.flush()).toBe(false)
  expect(sent).toEqual([])
})

it('stores a refused text and does not send it again until it changes', async () => {
  const { autosave, sent, tick, answer } = aPage()
  autosave.change(writing('Refused'))
  tick()
  await answer(refusal)
  expect(autosave.state()).toBe('invalid')
  tick()
  expect(sent).toEqual(['1 Refused'])
  autosave.change(writing('Changed'))
  tick()
  await answer()
  expect(sent).toEqual(['1 Refused', '1 Changed'])
  expect(autosave.state()).toBe('saved')
})

it('sends changes made while a save was refused', async () => {
  const { autosave, sent, tick, answer } = aPage()
  autosave.change(writing('Refused'))
  tick()
  autosave.change(writing('Changed'))
  await answer(refusal)
  expect(autosave.state()).toBe('waiting')
  tick()
  await answer()
  expect(sent).toEqual(['1 Refused', '1 Changed'])
})

it('before publishing, saves everything or reports that it could not', async () => {
  const { autosave, sent, answer } = aPage()
  autosave.change(writing('One'))
  const flushed = autosave.flush()
  autosave.change(writing('Two'))
  await answer()
  await answer()
  expect(await flushed).toBe(true)
  expect(sent).toEqual(['1 One', '2 Two'])
  autosave.change(writing('Three'))
  const failed = autosave.flush()
  await answer(conflict)
  expect(await failed).toBe(false)
})

it.each([
  ['fails', new Error('offline')],
  ['succeeds', undefined],
])('sends nothing after its writer has left, even if the current save %s', async (_, error) => {
  const page = aPage()
  page.autosave.change(writing('A'))
  page.tick()
  page.autosave.change(writing('AB'))
  page.autosave.stop()
  await page.answer(error)
  page.tick()
  expect(page.sent).toEqual(['1 A'])
})
