/*
 * Browsers translate a page by putting elements in the place of its text nodes (Chrome: `<font>`). React holds on to the
 * text nodes: it would update a price that is no longer on the page, and fail to remove or to insert beside one
 * (docs/decisions/0174). A text node that React changes returns to its place and is translated again.
 */

/** By text node: the element in its place. */
const standIns = new WeakMap<Node, ChildNode>()

/** Called once, before the first render. */
export function followTranslation(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype
  new MutationObserver(noteReplaced).observe(document, { childList: true, subtree: true })

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const placed = placeIn(this, child)
    if (placed) removeChild.call(this, placed)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    giveBack(child)
    return insertBefore.call(this, child, next && placeIn(this, next)) as Child
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    giveBack(child)
    return appendChild.call(this, child) as Child
  }
}

function noteReplaced(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, nextSibling, previousSibling } of records) {
    const [added] = addedNodes
    // replaced in one step, or inserted beside the text, which is removed next
    const [replaced] = removedNodes.length > 0 ? removedNodes : [nextSibling, previousSibling].filter(isText)
    if (added instanceof Element && isText(replaced) && !replaced.isConnected) replace(replaced, added)
  }
}

const isText = (node: Node | null | undefined): node is Text => node instanceof Text

function replace(text: Text, standIn: ChildNode): void {
  standIns.set(text, standIn)
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.data,
    set(value: string | null) {
      giveBack(text)
      text.data = value ?? ''
    },
  })
}

/** Puts a text node back in the place of its translation. */
function giveBack(node: Node): void {
  const standIn = standIns.get(node)
  if (!standIn) return
  standIns.delete(node)
  Reflect.deleteProperty(node, 'nodeValue')
  if (!node.isConnected && standIn.isConnected) standIn.replaceWith(node)
}

/** The child of `parent` in which `node` is shown; null if it is not on the page: React has nothing to remove. */
function placeIn(parent: Node, node: Node): Node | null {
  if (node.parentNode === parent) return node
  let placed: Node | null = standIns.get(node) ?? node
  while (placed && placed.parentNode !== parent) placed = placed.parentNode
  return placed
}
