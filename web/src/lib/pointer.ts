/** Whether the mouse moved, as opposed to an element moving under it. */
export function moved({ movementX, movementY }: MouseEvent): boolean {
  return movementX !== 0 || movementY !== 0
}
