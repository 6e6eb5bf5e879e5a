/** Whether a mouse moved, and not what lies under it. */
export function moved({ movementX, movementY }: MouseEvent): boolean {
  return movementX !== 0 || movementY !== 0
}
