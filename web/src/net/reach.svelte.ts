/** Whether the server could be reached at the last request. */
let answered = $state(true);

export function isReachable(): boolean {
  return answered;
}

export function noteReach(didAnswer: boolean): void {
  answered = didAnswer;
}
