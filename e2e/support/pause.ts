export function aPause(): { held: Promise<void>; release(): void } {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  return { held, release }
}
