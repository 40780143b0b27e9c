/** Whether the server answered when it was last asked. */
let answered = $state(true);

export function isReachable(): boolean {
  return answered;
}

export function noteReach(didAnswer: boolean): void {
  answered = didAnswer;
}
