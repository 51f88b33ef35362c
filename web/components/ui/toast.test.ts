import { afterEach, expect, test, vi } from 'vitest'
import { currentToast, onToastChange, staysMs, toast } from './toast.ts'

const undo = { label: 'Undo', onClick: () => {} }

afterEach(() => {
  while (currentToast()) toast.dismiss()
  vi.restoreAllMocks()
})

// spec: A9 One notice is shown at a time
test('shows only one toast: a new one replaces the last', () => {
  toast.loading('Sending reset instructions...')
  toast.success('Sent')
  expect(currentToast()).toMatchObject({ kind: 'success', title: 'Sent' })
})

test('dismissing a replaced toast leaves the new one', () => {
  const first = toast.info('First')
  toast.error('Second')
  toast.dismiss(first)
  expect(currentToast()?.title).toBe('Second')
})

test('an offer returns after the toast that covered it, unless a later offer or its own end came first', () => {
  toast.success('Removed', { action: undo })
  toast.error('Not saved')
  toast.success('Saved')
  toast.dismiss()
  expect(currentToast()?.title).toBe('Removed')
  toast.success('Moved', { action: undo, lastsMs: 30_000 })
  const covering = toast.error('Not saved')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000)
  toast.dismiss(covering)
  expect(currentToast()).toBeNull()
})

test('an offer that is dismissed while it is covered does not return', () => {
  const offer = toast.success('Removed', { action: undo })
  toast.success('Saved')
  toast.dismiss(offer)
  toast.dismiss()
  expect(currentToast()).toBeNull()
})

test('a failure leaves with its page; one that causes the navigation stays on the next', () => {
  toast.error('Invalid or expired password reset link.')
  toast.arrive()
  expect(currentToast()?.kind).toBe('error')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 8_000)
  toast.arrive()
  expect(currentToast()).toBeNull()
})

test('notifies subscribers of each change until they unsubscribe', () => {
  let changes = 0
  const stop = onToastChange(() => {
    changes += 1
  })
  toast.success('One')
  toast.dismiss()
  stop()
  toast.success('Two')
  expect(changes).toBe(2)
})

// spec: A9 A notice is removed after 1,000,000 ms, one that confirms after 5 s
test('a confirmation disappears after 5 seconds, others after 1,000,000 ms', () => {
  expect([staysMs({ kind: 'success' }), staysMs({ kind: 'info' })]).toEqual([5_000, 5_000])
  expect([
    staysMs({ kind: 'error' }),
    staysMs({ kind: 'loading' }),
    staysMs({ kind: 'success', action: undo }),
  ]).toEqual([1_000_000, 1_000_000, 1_000_000])
  expect(staysMs({ kind: 'success', action: undo, lastsMs: 30_000 })).toBe(30_000)
})

test('a success that the next page shows leaves on arrival; others stay', () => {
  toast.success('Login successful!', { leavesOnArrival: true })
  toast.arrive()
  expect(currentToast()).toBeNull()
  toast.success('Plan published')
  toast.arrive()
  expect(currentToast()?.title).toBe('Plan published')
})
