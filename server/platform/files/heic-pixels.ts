import type { HeicImage, HeicLibrary } from 'libheif-js/wasm-bundle.js'

export interface Pixels {
  width: number
  height: number
  /** RGBA, upright. */
  pixels: Uint8ClampedArray<ArrayBuffer>
}

let library: Promise<HeicLibrary> | null = null

/**
 * Decodes the main picture of a HEIC file, which sharp's build cannot. Synchronous work of seconds: only for a process
 * that its parent can end.
 * @throws Error if it cannot be decoded or has more than `mostPixels`
 */
export async function heicPixels(bytes: Uint8Array, mostPixels: number): Promise<Pixels> {
  library ??= import('libheif-js/wasm-bundle.js').then((module) => module.default)
  const { HeifDecoder } = await library
  const images = new HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture')
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > mostPixels) throw new Error('too many pixels')
  const pixels = new Uint8ClampedArray(width * height * 4)
  await display(image, { data: pixels, width, height })
  for (const one of images) one.free()
  return { width, height, pixels }
}

function display(image: HeicImage, target: Parameters<HeicImage['display']>[0]): Promise<void> {
  return new Promise((resolve, reject) =>
    image.display(target, (drawn) => (drawn ? resolve() : reject(new Error('cannot be decoded')))),
  )
}
