import { afterEach, expect, test } from 'vitest'
import { currentToast, onToastChange, staysMs, toast } from './toast.ts'

afterEach(() => toast.dismiss())

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

// spec: A9 A notice is removed after 1,000,000 ms, one that confirms after 8 s
test('a confirmation disappears after 8 seconds, others after 1,000,000 ms', () => {
  const action = { label: 'Undo', onClick: () => {} }
  expect([staysMs({ kind: 'success' }), staysMs({ kind: 'info' })]).toEqual([8_000, 8_000])
  expect([
    staysMs({ kind: 'error' }),
    staysMs({ kind: 'loading' }),
    staysMs({ kind: 'success', action }),
  ]).toEqual([1_000_000, 1_000_000, 1_000_000])
  expect(staysMs({ kind: 'success', action, lastsMs: 30_000 })).toBe(30_000)
})

test('a success that the next page shows leaves on arrival; others stay', () => {
  toast.success('Login successful!', { leavesOnArrival: true })
  toast.arrive()
  expect(currentToast()).toBeNull()
  toast.success('Plan published')
  toast.arrive()
  expect(currentToast()?.title).toBe('Plan published')
})
