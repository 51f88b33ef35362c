import { type ChildProcess, fork } from 'node:child_process'
import type { MediaType } from '#domain/files/files.ts'
import { createTurns } from '../limits/turns.ts'

export interface Picture {
  bytes: Buffer
  mediaType: MediaType
  width: number
  height: number
}

export interface PictureSize {
  width: number
  height: number
  /** Smallest format instead of the original one. */
  compact: boolean
}

export interface PictureOwner {
  clinicId: string | null
  ownerId: string
}

export const pictureLimits = {
  /** Once decoded: 50 megapixels are 200 MB of memory. */
  pixels: 50_000_000,
  photoSeconds: 20,
  /** Of a drawing (SVG). */
  drawingSeconds: 2,
  /** Memory growth of the drawing process. */
  growthMb: 1_500,
}

export interface PictureOrder {
  bytes: Uint8Array
  type: MediaType
  width: number
  height: number
  format: 'png' | 'jpeg' | 'webp'
}

export interface DrawnPicture {
  bytes: Uint8Array
  width: number
  height: number
}

export class PictureRefused extends Error {
  override name = 'PictureRefused'
}

/** Of several pages, all but the first would be lost. */
export class PictureHasPages extends Error {
  override name = 'PictureHasPages'
}

const idleMs = 60_000

/** Several at once would multiply the memory above. */
const turns = createTurns()

/**
 * Redraws a picture upright and limited in size, so that only its pixels remain (no EXIF, no profile, no second file behind
 * it). Uses a child process, because the drawing library cannot be interrupted (docs/decisions/0148).
 * @param read called in the picture's turn, so that waiting pictures take no memory
 * @throws PictureRefused, PictureHasPages; the processor is free by then
 */
export function redrawPicture(
  owner: PictureOwner,
  read: () => Promise<Uint8Array>,
  type: MediaType,
  size: PictureSize,
): Promise<Picture> {
  const { width, height, compact } = size
  const format = compact ? 'webp' : formatOf(type)
  return turns.run([owner.clinicId ?? '', owner.ownerId], async () => {
    const drawn = await draw({ bytes: await read(), type, width, height, format })
    return { ...drawn, bytes: Buffer.from(drawn.bytes), mediaType: `image/${format}` }
  })
}

function formatOf(type: MediaType): PictureOrder['format'] {
  // a photo that was compressed with loss would grow many times as PNG
  if (type === 'image/jpeg' || type === 'image/heic' || type === 'image/avif') return 'jpeg'
  return type === 'image/webp' ? 'webp' : 'png'
}

let running: ChildProcess | null = null
let idle: NodeJS.Timeout | undefined

/** @throws PictureRefused; Error where no process can be started */
async function draw(order: PictureOrder): Promise<DrawnPicture> {
  clearTimeout(idle)
  const child = running ?? (await start())
  const seconds = order.type === 'image/svg+xml' ? pictureLimits.drawingSeconds : pictureLimits.photoSeconds
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000)
  holdOpen(child, true)
  try {
    const answer = await nextOf(child, () => child.send(order, (error) => error && child.kill('SIGKILL')))
    if (answer === 'ended') throw new PictureRefused('took too much time or memory')
    if (answer === null) throw new PictureRefused('cannot be drawn')
    if (answer === 'pages') throw new PictureHasPages('has several pages')
    return answer as DrawnPicture
  } finally {
    clearTimeout(timer)
    holdOpen(child, false)
    idle = setTimeout(() => child.kill('SIGKILL'), idleMs).unref()
  }
}

async function start(): Promise<ChildProcess> {
  const { FONTCONFIG_FILE, FONTCONFIG_PATH, HOME, PATH, SystemRoot } = process.env
  const child = fork(new URL('./picture-process.ts', import.meta.url), {
    // without the server's secrets
    env: { FONTCONFIG_FILE, FONTCONFIG_PATH, HOME, PATH, SystemRoot },
    execArgv: [],
    serialization: 'advanced',
    // the library's output may contain parts of the file
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.once('exit', () => {
    if (running === child) running = null
  })
  // an error event without a listener would end the server
  child.on('error', () => {})
  if ((await nextOf(child, () => {})) === 'ended')
    throw new Error('the process that draws pictures has ended')
  running = child
  return child
}

/** `ended` once the process has. @throws Error if the process cannot be started */
function nextOf(child: ChildProcess, ask: () => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = () => child.off('message', answered).off('exit', ended).off('error', failed)
    const answered = (answer: unknown) => {
      done()
      resolve(answer)
    }
    const ended = () => answered('ended')
    const failed = (error: Error) => {
      done()
      reject(error)
    }
    child.on('message', answered).on('exit', ended).on('error', failed)
    if (child.exitCode === null && child.signalCode === null) ask()
    else ended()
  })
}

function holdOpen(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
