"""Word lists of things: animals, foods, homes, languages.

They decide which slot a thing goes to. What is in no list goes to a general slot: nothing is wrong for being
rare.
"""

from __future__ import annotations

from daybook.remember.extract.words import words_in_list

PETS = words_in_list(
    "dog dogs cat cats puppy puppies kitten kittens kitty hamster hamsters rabbit "
    "rabbits bunny bunnies horse "
    "horses pony ponies parrot parrots bird birds fish goldfish turtle turtles tortoise snake snakes lizard "
    "lizards gecko iguana ferret ferrets guinea_pig guinea_pigs chicken chickens goat "
    "goats pig pigs cow cows "
    "sheep duck ducks hen hens mouse mice rat rats gerbil gerbils chinchilla budgie budgies cockatiel canary "
    "hedgehog donkey alpaca alpacas llama llamas labrador lab poodle beagle corgi corgis husky bulldog pug "
    "chihuahua dachshund terrier retriever golden_retriever german_shepherd border_collie collie spaniel "
    "greyhound rottweiler dalmatian pitbull pet pets pup pups doggo tarantula bearded_dragon"
)
ANIMALS = PETS | words_in_list(
    "animal animals elephant elephants lion lions tiger tigers bear bears wolf wolves "
    "spider spiders bee bees "
    "bug bugs insect insects dolphin dolphins whale whales shark sharks penguin penguins owl owls fox foxes "
    "monkey monkeys giraffe giraffes reptile reptiles butterfly butterflies panda pandas koala koalas"
)
FOODS = words_in_list(
    "food foods pizza pizzas pasta sushi ramen burger burgers hamburger hamburgers taco "
    "tacos burrito burritos "
    "steak steaks chicken beef pork bacon ham turkey lamb fish seafood shrimp prawns "
    "lobster crab oysters salmon "
    "tuna meat meats vegetable vegetables veggies fruit fruits apple apples banana "
    "bananas orange oranges grapes "
    "strawberry strawberries blueberries raspberries mango mangoes pineapple watermelon "
    "peach peaches cherries "
    "kiwi kiwis avocado avocados tomato tomatoes potato potatoes fries onion onions "
    "garlic mushroom mushrooms "
    "olives pickles carrots broccoli spinach kale lettuce salad salads corn beans "
    "lentils tofu rice noodles bread "
    "cheese cheeses yogurt butter milk cream egg eggs chocolate chocolates cake cakes "
    "cheesecake pie pies cookie "
    "cookies brownies donuts candy sweets dessert desserts ice_cream gelato coffee tea "
    "espresso latte cappuccino "
    "beer beers wine wines whiskey whisky vodka gin rum cocktail cocktails soda coke "
    "juice lemonade smoothies "
    "soup soups curry curries stew sandwich sandwiches hot_dogs barbecue bbq sauce "
    "ketchup mustard mayonnaise "
    "mayo pepper salt spices cinnamon ginger cilantro coriander basil nuts peanuts "
    "peanut almonds cashews walnuts "
    "peanut_butter cereal oatmeal pancakes waffles bagels croissants breakfast brunch "
    "dinner lunch snacks cuisine "
    "dumplings lasagna spaghetti gnocchi risotto paella falafel hummus kebab guacamole "
    "enchiladas quesadillas "
    "nachos chips popcorn anchovies sardines liver tripe eggplant aubergine zucchini celery asparagus beets "
    "cabbage brussels_sprouts cauliflower peas water alcohol tequila champagne cider kombucha matcha licorice"
)
MUSIC = words_in_list(
    "music song songs band bands album albums singer singers musician musicians jazz blues rock hip_hop rap "
    "metal heavy_metal punk reggae techno opera classical country_music pop k-pop "
    "folk_music rnb r&b soul funk "
    "bluegrass concert concerts orchestra playlist playlists edm gospel ska grunge indie_rock"
)
FILMS = words_in_list(
    "movie movies film films show shows series sitcom sitcoms documentary documentaries "
    "anime cartoon cartoons "
    "horror thriller thrillers comedies rom-coms romcoms sci-fi tv television netflix "
    "episode episodes drama dramas "
    "soap_operas musicals westerns actor actress director"
)
BOOKS = words_in_list(
    "book books novel novels author authors poetry poem poems comics comic manga fantasy fiction non-fiction "
    "nonfiction biography biographies memoir memoirs mystery mysteries audiobook audiobooks literature writer"
)
SPORTS = words_in_list(
    "sport sports football soccer basketball baseball tennis golf hockey ice_hockey rugby cricket volleyball "
    "softball badminton ping_pong table_tennis squash lacrosse boxing mma wrestling karate judo taekwondo "
    "gymnastics skiing snowboarding surfing skateboarding swimming cycling biking "
    "running jogging rowing sailing "
    "climbing rock_climbing bowling darts archery fencing yoga pilates team league nfl "
    "nba mlb nhl pickleball "
    "marathons kayaking crossfit track cheerleading dodgeball polo"
)
PLACES = words_in_list(
    "beach beaches mountain mountains ocean sea lake lakes forest forests city cities "
    "park parks desert country "
    "countryside island islands europe asia africa japan italy france spain germany "
    "mexico canada ireland greece "
    "travel traveling travelling road_trips museum museums disney disneyland disneyworld "
    "camping woods nature "
    "outdoors flying cruises trains hotels airport airports vegas hawaii california texas florida"
)
COLOURS = words_in_list(
    "red blue green yellow purple pink orange black white grey gray brown turquoise teal violet gold silver "
    "maroon navy beige lavender magenta burgundy"
)
INSTRUMENTS = words_in_list(
    "piano guitar violin cello drums drum bass bass_guitar electric_guitar acoustic_guitar flute clarinet "
    "saxophone sax trumpet trombone harp ukulele banjo mandolin accordion harmonica oboe "
    "viola organ keyboard "
    "keyboards recorder tuba bagpipes fiddle double_bass french_horn bongos xylophone sitar bassoon"
)
LANGUAGES = words_in_list(
    "english spanish french german italian portuguese dutch russian chinese mandarin "
    "cantonese japanese korean "
    "arabic hebrew hindi urdu bengali punjabi tamil telugu turkish greek polish czech "
    "hungarian romanian swedish "
    "norwegian danish finnish ukrainian vietnamese thai indonesian malay swahili persian "
    "farsi welsh irish gaelic "
    "catalan basque latin sign_language asl tagalog esperanto serbian croatian bulgarian "
    "slovak lithuanian latvian "
    "estonian icelandic afrikaans zulu yoruba amharic"
)
THINGS = words_in_list(
    "telescope binoculars camera camcorder drone printer scanner projector laptop computer pc "
    "desktop macbook ipad tablet "
    "phone iphone smartphone smartwatch e-reader kindle console playstation xbox switch tv "
    "television turntable record_player "
    "jukebox typewriter sewing_machine loom kiln easel workbench lathe drill chainsaw ladder "
    "lawnmower mower wheelbarrow "
    "greenhouse hot_tub sauna pool trampoline treadmill rowing_machine exercise_bike weights "
    "dumbbells kettlebell surfboard "
    "skateboard snowboard skis tent caravan hammock paddleboard wetsuit canoe kayak dishwasher "
    "washing_machine dryer fridge "
    "freezer oven stove air_fryer slow_cooker pressure_cooker coffee_machine coffee_maker "
    "coffee_grinder espresso_machine "
    "stand_mixer mixer blender food_processor ice_cream_maker bread_maker smoker grill barbecue "
    "fireplace sofa couch armchair "
    "desk standing_desk bookcase bookshelf wardrobe mattress aquarium terrarium beehive "
    "vinyl_collection coin_collection "
    "stamp_collection piano guitar violin cello drum_kit accordion ukulele harp synthesizer "
    "wheelchair hearing_aid"
)
"""What is owned for years."""
VEHICLES = words_in_list(
    "car cars truck trucks suv van minivan motorcycle motorcycles motorbike bike bikes "
    "bicycle scooter boat boats "
    "yacht jeep pickup sedan convertible hatchback rv camper campervan kayak canoe "
    "sailboat tesla toyota honda ford "
    "bmw mercedes audi volkswagen vw subaru mazda nissan hyundai kia chevy chevrolet "
    "volvo porsche prius civic "
    "corolla mustang camry jetta golf lexus dodge harley ferrari moped"
)
BRANDS = words_in_list(
    "tesla toyota honda ford bmw mercedes audi volkswagen vw subaru mazda nissan hyundai "
    "kia chevy chevrolet volvo "
    "porsche lexus dodge harley ferrari vespa renault peugeot fiat skoda vauxhall"
)
HOMES = words_in_list(
    "house home apartment flat condo studio cottage cabin farm ranch townhouse bungalow "
    "trailer mansion garden "
    "backyard yard garage basement pool balcony greenhouse loft duplex mobile_home "
    "farmhouse room bedroom villa "
    "houseboat dorm vegetable_garden herb_garden fireplace porch"
)
SURROUNDINGS = words_in_list(
    "city town village suburbs suburb country countryside mountains coast beach ocean "
    "sea lake river woods forest "
    "desert area neighborhood neighbourhood state island outskirts downtown "
    "cities towns countries places states villages"
)
DIETS = {
    "vegetarian": "vegetarian", "veggie": "vegetarian", "vegan": "vegan", "pescatarian": "pescatarian",
    "pescetarian": "pescatarian", "kosher": "kosher", "halal": "halal", "keto": "keto", "paleo": "paleo",
    "gluten-free": "gluten-free", "gluten free": "gluten-free", "gluten intolerant": "gluten-free",
    "dairy-free": "dairy-free", "dairy free": "dairy-free", "lactose intolerant": "lactose intolerant",
    "lactose-intolerant": "lactose intolerant", "celiac": "gluten-free", "coeliac": "gluten-free",
    "plant-based": "plant-based", "plant based": "plant-based",
    "low-carb": "low-carb", "sugar-free": "sugar-free",
    "low carb": "low-carb", "flexitarian": "flexitarian", "low-sodium": "low-sodium",
}  # fmt: skip
COUNTABLE = {
    word: word + "s" if not word.endswith("y") else word[:-1] + "ies"
    for word in "peanut nut walnut almond cashew egg strawberry blueberry mushroom dog cat bee spider "
    "horse apple banana onion carrot olive pickle avocado pistachio hazelnut prawn".split()
} | {"tree nut": "tree nuts", "tomato": "tomatoes", "potato": "potatoes"}
"""Things that are liked, or not borne, in the plural."""
