"""Word lists of people: relatives, occupations, traits.

They tell facts from moods: "I am a nurse" is one, "I am a mess" is none.
"""

from __future__ import annotations

from daybook.remember.extract.words import words_by_key, words_in_list

RELATIVES = words_by_key(
    """
    partner: wife husband spouse fiance fiancé fiancee fiancée girlfriend boyfriend partner hubby
    child: son daughter kid child toddler baby stepson stepdaughter sons daughters kids children babies
      twins triplets toddlers stepsons stepdaughters
    parent: mom mother mum dad father parents
    sibling: brother sister brothers sisters sibling siblings half-brother half-sister
      stepbrother stepsister
    other: grandmother grandma grandfather grandpa grandparents grandson granddaughter grandkids grandchildren
      grandchild grandkid nephew niece nephews nieces aunt uncle cousin cousins mother-in-law father-in-law
      sister-in-law brother-in-law in-laws stepmother stepfather stepmom stepdad godson goddaughter
""".replace("\n      ", " ")
)
"""Relatives in the singular and the plural, with the kind of each."""
PARTNER_MEANS = {
    "wife": "married", "husband": "married", "spouse": "married", "hubby": "married",
    "fiance": "engaged", "fiancé": "engaged", "fiancee": "engaged", "fiancée": "engaged",
    "girlfriend": "in a relationship", "boyfriend": "in a relationship", "partner": "in a relationship",
}  # fmt: skip
SAME_RELATIVE = {
    "mom": "mother", "mum": "mother", "dad": "father", "kid": "child", "kids": "children", "hubby": "husband",
    "grandma": "grandmother", "grandpa": "grandfather",
    "grandkid": "grandchild", "grandkids": "grandchildren",
    "fiance": "fiancé", "fiancee": "fiancé", "fiancée": "fiancé",
}  # fmt: skip
OCCUPATIONS = words_in_list(
    "accountant actor actress actuary administrator analyst anaesthetist "
    "anesthesiologist animator archaeologist "
    "architect archivist artist assistant astronaut astronomer attorney author "
    "babysitter baker banker barber "
    "barista bartender beautician biologist blogger bookkeeper bookseller botanist "
    "broker builder butcher butler "
    "carer caregiver caretaker carpenter cashier chef chemist chiropractor clerk cleaner "
    "coach comedian composer "
    "consultant contractor cook copywriter counselor counsellor courier curator dancer "
    "dentist designer detective "
    "developer dietitian diplomat director doctor driver economist editor electrician engineer entrepreneur "
    "esthetician executive farmer firefighter fireman fisherman florist freelancer "
    "gardener geologist goldsmith "
    "guard guide hairdresser hairstylist handyman historian housekeeper housewife homemaker illustrator "
    "inspector instructor interpreter janitor jeweler jeweller journalist judge laborer "
    "landlord landscaper lawyer "
    "lecturer librarian lifeguard locksmith machinist magician manager marketer mason masseuse mathematician "
    "mechanic meteorologist midwife miner model mover musician nanny neurologist novelist nurse nutritionist "
    "officer operator optician optometrist painter paralegal paramedic pastor "
    "pediatrician pharmacist philosopher "
    "photographer physician physicist physiotherapist pilot playwright plumber podcaster "
    "poet policeman policewoman "
    "politician postman potter priest principal producer professor programmer "
    "psychiatrist psychologist publisher "
    "radiographer radiologist ranger realtor receptionist recruiter reporter researcher "
    "roofer sailor salesman "
    "salesperson saleswoman scientist sculptor seamstress secretary shepherd singer soldier solicitor "
    "statistician stockbroker streamer stuntman student stylist supervisor surgeon surveyor tailor teacher "
    "technician teller therapist trader trainer translator treasurer trucker tutor umpire referee undertaker "
    "veterinarian vet videographer waiter waitress welder winemaker worker writer "
    "youtuber zookeeper zoologist "
    "sommelier cto ceo cfo marine bricklayer brewer ghostwriter tattooist upholsterer "
    "beekeeper weaver luthier "
    "glazier stonemason choreographer conductor apprentice intern hygienist phlebotomist "
    "audiologist dermatologist "
    "cardiologist oncologist epidemiologist linguist sociologist anthropologist cartographer stunt_double "
    "stay-at-home_mom stay-at-home_dad stay_at_home_mom stay_at_home_dad"
)
OUT_OF_WORK = words_in_list("retired unemployed self-employed freelancing jobless semi-retired")
PASTIMES = words_in_list(
    "runner swimmer gamer hiker reader cyclist climber surfer skier golfer crafter knitter collector "
    "birdwatcher angler hunter camper photographer bodybuilder weightlifter skater "
    "snowboarder foodie painter "
    "gardener volunteer traveler traveller homebody bookworm vlogger"
)
TRAITS = words_in_list(
    "shy outgoing introverted extroverted introvert extrovert left-handed right-handed "
    "ambidextrous colorblind "
    "colourblind color_blind colour_blind colour-blind color-blind bilingual clumsy lazy "
    "creative religious spiritual atheist agnostic "
    "christian catholic muslim jewish buddhist hindu mormon competitive disabled deaf "
    "blind bald vain impatient "
    "patient stubborn organized organised disorganized optimistic pessimistic optimist "
    "pessimist perfectionist "
    "feminist conservative liberal republican democrat independent night_owl early_bird morning_person "
    "night_person people_person cat_person dog_person loner nerd geek workaholic romantic minimalist "
    "environmentalist adventurous forgetful messy tidy anxious sensitive tall short "
    "overweight athletic artistic "
    "musical gay lesbian bisexual straight transgender nonbinary veteran superstitious "
    "claustrophobic thrifty "
    "frugal redhead blonde brunette only_child twin vegetarian_cook health_conscious near-sighted nearsighted"
)
STATUSES = words_in_list("married single divorced engaged widowed separated")
CONDITIONS = words_in_list(
    "diabetes asthma adhd add autism depression anxiety arthritis cancer epilepsy "
    "migraines migraine insomnia "
    "hypertension high_blood_pressure eczema psoriasis celiac_disease crohn's ibs anemia "
    "anaemia copd ptsd ocd "
    "bipolar_disorder dyslexia fibromyalgia lupus hypothyroidism endometriosis "
    "sleep_apnea glaucoma scoliosis "
    "parkinson's multiple_sclerosis type_1_diabetes type_2_diabetes diabetic asthmatic epileptic autistic "
    "dyslexic bipolar depressed tinnitus vertigo hiv gout pneumonia covid osteoporosis "
    "heart_disease a_heart_condition"
)
NATIONALITIES = words_in_list(
    "american british english scottish irish welsh canadian australian german french "
    "spanish italian portuguese "
    "dutch belgian swiss austrian polish russian ukrainian swedish norwegian danish finnish greek turkish "
    "israeli egyptian moroccan nigerian kenyan ethiopian ghanaian indian pakistani "
    "bangladeshi chinese japanese "
    "korean vietnamese thai filipino indonesian mexican brazilian argentinian colombian "
    "chilean peruvian cuban "
    "jamaican hungarian czech romanian bulgarian croatian serbian iranian iraqi lebanese "
    "syrian latina latino "
    "hispanic asian puerto_rican dominican"
)
