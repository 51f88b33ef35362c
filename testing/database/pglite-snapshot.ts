import type { PGlite } from '@electric-sql/pglite'

/**
 * Copies the memory and files of an in-memory PGlite. Restoring takes some 30 ms, opening a PGlite over a second of
 * processor time. No statement may run and no transaction be open, at either time. Shared libraries must have been loaded
 * before (`load 'plpgsql'`): a later one would be loaded again, into the memory of the first.
 * @returns restores this state, any number of times
 */
export function takeSnapshot(pglite: PGlite): () => void {
  const engine = pglite.Module as unknown as Engine
  const memory = engine.HEAPU8.slice()
  const stackPointer = engine.stackSave()
  const restoreFiles = snapshotFiles(engine.FS)
  return () => {
    if (engine.stackSave() !== stackPointer) throw new Error('PGlite is in the middle of a statement')
    engine.HEAPU8.set(memory)
    engine.HEAPU8.fill(0, memory.length)
    restoreFiles()
  }
}

/** The stateful parts of Emscripten's runtime. */
interface Engine {
  HEAPU8: Uint8Array
  FS: FileSystem
  stackSave(): number
}

interface FileSystem {
  root: FileNode
  streams: (OpenFile | null | undefined)[]
  /** By a hash of folder and name; `name_next` links collisions. */
  nameTable: (FileNode | undefined)[]
}

interface FileNode {
  name: string
  parent: FileNode
  mode: number
  /** Set to the current time by every write. */
  ctime: number
  usedBytes: number
  /** A folder's entries by name, or a file's bytes; a device has none. */
  contents?: Record<string, FileNode> | Bytes
  name_next: FileNode | undefined
}

// depends on the call that wrote the bytes
type Bytes = Uint8Array | Int8Array

interface OpenFile {
  /** Null once it was closed. */
  fd: number | null
  shared: { flags: number; position: number }
}

function snapshotFiles(fs: FileSystem): () => void {
  const restoreNodes = [...nodesBelow(fs.root)].map(snapshotNode)
  const chains = fs.nameTable.map((first) => [...chainFrom(first)])
  const streams = fs.streams.map((stream) => stream && { stream, fields: fieldsOf(stream) })
  return () => {
    for (const restore of restoreNodes) restore()
    fs.nameTable = chains.map((chain) => {
      for (const [n, node] of chain.entries()) node.name_next = chain[n + 1]
      return chain[0]
    })
    fs.streams = streams.map((open) => open && Object.assign(open.stream, fieldsOf(open.fields)))
  }
}

const fieldsOf = (stream: OpenFile): OpenFile => ({ ...stream, shared: { ...stream.shared } })

function snapshotNode(node: FileNode): () => void {
  const { name, parent, mode, contents } = node
  const restoreContents = isBytes(contents) ? snapshotBytes(node, contents) : snapshotEntries(node)
  return () => {
    Object.assign(node, { name, parent, mode })
    restoreContents()
  }
}

function snapshotEntries(node: FileNode): () => void {
  const entries = node.contents
  const copy = { ...entries }
  return () => {
    if (entries) node.contents = { ...copy }
  }
}

/** Marks the file, so that restoring skips unchanged ones. */
function snapshotBytes(node: FileNode, bytes: Bytes): () => void {
  const copy = bytes.slice(0, node.usedBytes)
  let current: Bytes = bytes
  node.ctime = unchanged
  return () => {
    // truncating and allocating set no time
    const isUnchanged =
      node.ctime === unchanged && node.contents === current && node.usedBytes === copy.length
    if (isUnchanged) return
    current = copy.slice()
    Object.assign(node, { contents: current, usedBytes: copy.length, ctime: unchanged })
  }
}

const unchanged = 0

function isBytes(contents: FileNode['contents']): contents is Bytes {
  return ArrayBuffer.isView(contents)
}

function* nodesBelow(node: FileNode): Generator<FileNode> {
  yield node
  if (isBytes(node.contents)) return
  for (const entry of Object.values(node.contents ?? {})) yield* nodesBelow(entry)
}

function* chainFrom(first: FileNode | undefined): Generator<FileNode> {
  for (let node = first; node; node = node.name_next) yield node
}
