/** Tells the windows of this browser which slide is shown, before the server has: the room's window follows at once. */
export interface RoomChannel {
  show(slide: number): void
  close(): void
}

/** @param onSlide told what another window shows */
export function openRoomChannel(lessonId: string, onSlide?: (slide: number) => void): RoomChannel {
  const channel = new BroadcastChannel(`carefold-lesson ${lessonId}`)
  channel.onmessage = ({ data }) => {
    if (typeof data === 'number') onSlide?.(data)
  }
  return {
    show: (slide) => channel.postMessage(slide),
    close: () => channel.close(),
  }
}
