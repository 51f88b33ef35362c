import { useLayoutEffect, useState } from 'react'

/** Of what is shown: the last one is what the tab says. */
const titles: { text: string }[] = []
let initial: string | undefined

/** The title of the tab while this is shown; that of the page around it afterwards. */
export function DocumentTitle({ children: text }: { children: string }) {
  const [own] = useState({ text })

  useLayoutEffect(() => {
    initial ??= document.title
    titles.push(own)
    return () => {
      titles.splice(titles.indexOf(own), 1)
      show()
    }
  }, [own])

  useLayoutEffect(() => {
    own.text = text
    show()
  }, [own, text])

  return null
}

function show(): void {
  document.title = titles.at(-1)?.text ?? initial ?? ''
}
