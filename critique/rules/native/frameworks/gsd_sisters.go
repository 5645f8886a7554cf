package frameworks

// roadmapPlans returns the numbers of the plans that a roadmap lists below a phase.
func roadmapPlans(s Session, number string) map[string]bool {
	listed := map[string]bool{}
	roadmaps := s.find(gsRoadmap)
	if len(roadmaps) != 1 {
		return listed
	}
	for _, p := range phasesOf(roadmaps[0]) {
		if plainNumber(p.number) != plainNumber(number) {
			continue
		}
		for _, one := range planLines(roadmaps[0], p.section) {
			listed[one.number] = true
		}
	}
	return listed
}
