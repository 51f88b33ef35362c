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
  /** In the format that takes the least space; else in its own. */
  compact: boolean
}

/** The owner of a picture. Clinics take turns, and within a clinic people do. */
export interface PictureOwner {
  /** Null for what belongs to no clinic. */
  clinicId: string | null
  ownerId: string
}

/** Limits of one picture. */
export const pictureLimits = {
  /** Once decoded: 50 megapixels are 200 MB of memory. */
  pixels: 50_000_000,
  /** Of a photo, from the order until it is drawn. */
  photoSeconds: 20,
  /** Of a drawing (SVG). */
  drawingSeconds: 2,
  /** By which the process that draws may grow. */
  growthMb: 1_500,
}

/** Sent to the process. */
export interface PictureOrder {
  bytes: Uint8Array
  type: MediaType
  width: number
  height: number
  format: 'png' | 'jpeg' | 'webp'
}

/** The answer of the process; null for a picture that it cannot draw, or must not. */
export interface DrawnPicture {
  bytes: Uint8Array
  width: number
  height: number
}

/** A picture that cannot be drawn, or must not be. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
}

/** The process ends after this time without an order, which frees its memory. */
const idleMs = 60_000

/** One picture at a time: several would multiply the memory above. */
const turns = createTurns()

/**
 * Draws a picture anew: turned as its camera meant it, at most so large, with nothing of what it came with but its pixels
 * (no EXIF, no profile, no second file behind it). A drawing (SVG) becomes pixels.
 *
 * A child process draws, because only a process can be ended while the library works (docs/decisions/0148).
 *
 * @param read called in the picture's turn, so that those who wait hold no memory
 * @throws PictureRefused; the processor is free by then
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
  if (type === 'image/jpeg') return 'jpeg'
  return type === 'image/webp' ? 'webp' : 'png'
}

/** Set while there is one. */
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
    // no secret of the server's
    env: { FONTCONFIG_FILE, FONTCONFIG_PATH, HOME, PATH, SystemRoot },
    execArgv: [],
    serialization: 'advanced',
    // what a library prints about a file is not for the log
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.once('exit', () => {
    if (running === child) running = null
  })
  // between orders nothing else listens, and an error that nothing listens to ends the server
  child.on('error', () => {})
  if ((await nextOf(child, () => {})) === 'ended')
    throw new Error('the process that draws pictures has ended')
  running = child
  return child
}

/** The next message after `ask`, or `ended` once the process has. @throws Error of a process that cannot be started */
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

/** Whether this process may not end before the child's answer. */
function holdOpen(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
