// The published client against the server (docs/decisions/0040).
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestServer, type TestServer } from '#server/tests/threats/test-server.ts'
import { aClinic, aPatient, aStaffMember, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { startResumableUpload, UploadCanceled, type UploadContext } from './resumable-upload.ts'

let test: TestServer
let clinic: TestClinic
let patient: Patient
let token: string
beforeAll(async () => {
  test = await openTestServer()
  clinic = await aClinic(test.db)
  patient = await aPatient(test.db, clinic)
  token = await test.tokenOf(await aStaffMember(test.db, clinic))
})
afterAll(() => test.close())

type Send = (url: string, init: RequestInit) => Promise<Response>
const requests: string[] = []
const stored = new Map<string, string>()
beforeEach(() => {
  requests.length = 0
  stored.clear()
})

/** @param around wraps the connection between client and server, for example to fail */
function contextWith(
  around: (send: Send, url: string, init: RequestInit) => Promise<Response>,
): UploadContext {
  const send: Send = async (url, init) => {
    const body = init.body ? new Uint8Array(await (init.body as Blob).arrayBuffer()) : undefined
    const { status, text, headers } = await test.ask(new URL(url).pathname, {
      method: init.method ?? 'GET',
      token,
      clinic,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body && { rawBody: body }),
    })
    requests.push(`${init.method} ${status}`)
    return new Response(init.method === 'HEAD' || status === 204 ? null : text, { status, headers })
  }
  return {
    loadClient: () => import('tus-js-client'),
    fetch: ((url: string, init: RequestInit) => around(send, url, init)) as typeof fetch,
    endpoint: `http://${clinic.subdomain}.carefold.localhost/files/v1/uploads`,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  }
}
const steady = () => contextWith((send, url, init) => send(url, init))
const aText = (bytes: number) =>
  new File([randomBytes(bytes).toString('hex').slice(0, bytes)], 'notes.txt', { lastModified: 1 })
const aboutPatient = (content: Blob, name = 'notes.txt') => ({
  content,
  name,
  kind: 'person_file' as const,
  patientId: patient.patientId,
})
const bytesOf = async (id: string) => (await test.ask(`/files/v1/${id}`, { token, clinic })).text
const used = async () => {
  const [row] = await test.db.asOwner<{ used: number }>(
    'select coalesce(sum(used_bytes), 0)::int as used from app.storage_use',
  )
  return row?.used ?? 0
}

describe('an upload', () => {
  it('arrives in pieces and reports progress', async () => {
    const content = aText(1_000_000)
    const shares: number[] = []
    const { done } = startResumableUpload(steady(), {
      ...aboutPatient(content, 'C:\\Ümläut.txt'),
      onProgress: (share) => shares.push(share),
    })
    const file = await done
    expect(file).toMatchObject({ name: 'Ümläut.txt', sizeBytes: 1_000_000 })
    expect(await bytesOf(file.id)).toBe(await content.text())
    expect(requests).toEqual(['POST 201', 'PATCH 204', 'PATCH 204', 'PATCH 204', 'PATCH 204'])
    expect(shares.at(-1)).toBe(1)
    expect(shares).toHaveLength(4)
    expect(stored.size).toBe(0)
  })

  it('resumes after lost requests and lost answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      let count = 0
      let isAsking = false
      const shaky = contextWith(async (send, url, init) => {
        count += 1
        if (count === 3) throw new TypeError('lost on the way there')
        isAsking = true
        const answer = await send(url, init).finally(() => {
          isAsking = false
        })
        if (count === 6) throw new TypeError('lost on the way back')
        return answer
      })
      const content = aText(1_000_000)
      const { done } = startResumableUpload(shaky, aboutPatient(content))
      const settled = done.finally(() => vi.useRealTimers())
      while (vi.isFakeTimers()) {
        // only the client waits: the server's timeouts must not run
        if (!isAsking) await vi.advanceTimersByTimeAsync(1_000)
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(await bytesOf((await settled).id)).toBe(await content.text())
      expect(requests.filter((each) => each.startsWith('HEAD'))).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('resumes after a reload, without storing the file’s name', async () => {
    const content = aText(600_000)
    const leaving = contextWith((send, url, init) =>
      init.method === 'PATCH' && requests.length === 2 ? new Promise(() => {}) : send(url, init),
    )
    startResumableUpload(leaving, aboutPatient(content)).done.catch(() => {})
    await vi.waitFor(() => expect(requests).toEqual(['POST 201', 'PATCH 204']))
    expect(stored.size).toBe(1)
    expect(JSON.stringify([...stored])).not.toContain('notes')
    requests.length = 0
    const again = await startResumableUpload(steady(), aboutPatient(content)).done
    expect(requests).toEqual(['HEAD 200', 'PATCH 204', 'PATCH 204'])
    expect(await bytesOf(again.id)).toBe(await content.text())
  })

  it('restarts if the server no longer knows it', async () => {
    const content = aText(300_000)
    const leaving = contextWith((send, url, init) =>
      init.method === 'PATCH' ? new Promise(() => {}) : send(url, init),
    )
    startResumableUpload(leaving, aboutPatient(content)).done.catch(() => {})
    await vi.waitFor(() => expect(stored.size).toBe(1))
    await test.db.asOwner(`delete from files where state = 'uploading'`)
    const again = await startResumableUpload(steady(), aboutPatient(content)).done
    expect(await bytesOf(again.id)).toBe(await content.text())
  })
})

describe('an upload ends', () => {
  it('at once with the message of a refusal', async () => {
    const { done } = startResumableUpload(steady(), aboutPatient(new Blob([new Uint8Array(9)])))
    await expect(done).rejects.toMatchObject({ code: 'file_type_refused' })
    expect(requests).toEqual(['POST 201', 'PATCH 415'])
  })

  it('when the user cancels it, and frees the storage', async () => {
    const before = await used()
    const waiting = contextWith((send, url, init) =>
      init.method === 'PATCH'
        ? new Promise((_resolve, reject) =>
            init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
          )
        : send(url, init),
    )
    const { done, cancel } = startResumableUpload(waiting, aboutPatient(aText(300_000)))
    await vi.waitFor(() => expect(requests).toEqual(['POST 201']))
    expect(await used()).toBe(before + 300_000)
    cancel()
    await expect(done).rejects.toThrow(UploadCanceled)
    await vi.waitFor(() => expect(requests).toEqual(['POST 201', 'DELETE 204']))
    expect(await used()).toBe(before)
  })
})
