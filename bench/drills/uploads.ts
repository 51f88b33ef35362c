import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { TeamKey } from './scene.ts'

export interface UploadTally {
  acknowledged: string[]
  /** Answers by status; `lost`: no answer. */
  statuses: Record<string, number>
}

/** Each may have `maxUnusedFiles` unused files (domain/files/files.ts). */
const uploaders = 6

/** @param port called before each request */
export function startUploaders(
  team: TeamKey[],
  port: () => number,
  bytes: () => number = () => 40_000 + Math.floor(Math.random() * 400_000),
): { stop(): Promise<UploadTally> } {
  const tally: UploadTally = { acknowledged: [], statuses: {} }
  let turn = 0
  let isOver = false
  const keepUploading = async () => {
    while (!isOver) {
      const key = team[turn++ % team.length]
      if (!key) throw new Error('nobody is in the team')
      const { status, fileId } = await uploadCaptions(port(), key, someCaptions(bytes()))
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
      if (fileId) tally.acknowledged.push(fileId)
      else await wait(status === 'lost' ? 100 : 20)
    }
  }
  const running = Array.from({ length: uploaders }, keepUploading)
  return {
    async stop() {
      isOver = true
      await Promise.all(running)
      return tally
    },
  }
}

/** @returns `fileId` once the server has acknowledged the whole file */
export async function uploadCaptions(
  port: number,
  { clinic, token }: TeamKey,
  body: string,
): Promise<{ status: string; fileId: string | null }> {
  const metadata = { kind: 'content_captions', filename: 'captions.vtt' }
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/files/v1/uploads`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'x-clinic': clinic.subdomain,
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Length': String(Buffer.byteLength(body)),
        'Upload-Metadata': Object.entries(metadata)
          .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      },
      body,
      signal: AbortSignal.timeout(20_000),
    })
    await answer.arrayBuffer()
    const isWhole = answer.headers.get('upload-offset') === String(Buffer.byteLength(body))
    const fileId = answer.headers.get('location')?.split('/').at(-1) ?? null
    return { status: String(answer.status), fileId: answer.status === 201 && isWhole ? fileId : null }
  } catch {
    return { status: 'lost', fileId: null }
  }
}

export function someCaptions(bytes: number): string {
  return `WEBVTT\n\nNOTE\n${randomBytes(Math.ceil((bytes * 3) / 4)).toString('base64')}\n`
}
